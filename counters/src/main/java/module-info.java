/**
 * Counters and quotas that reset with their window. Applications import {@code dev.semel.counter} and a counter store; authors of counter stores
 * import {@code dev.semel.counter.store}.
 */
module dev.semel.counter {
    requires transitive dev.semel;
    requires dev.semel.batch;
    requires static org.jspecify;

    exports dev.semel.counter;
    exports dev.semel.counter.memory;
    exports dev.semel.counter.store;
}
