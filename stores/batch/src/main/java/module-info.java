/** Combines the calls of many threads into batches, for Semel's stores and counters. Internal: it may change in any release. */
@SuppressWarnings("module") // the modules that qualified exports name depend on this one
module dev.semel.batch {
    requires transitive dev.semel;
    requires static org.jspecify;

    exports dev.semel.batch to
            dev.semel.counter,
            dev.semel.jdbc,
            dev.semel.redis;
}
