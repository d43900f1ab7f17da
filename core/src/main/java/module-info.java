/**
 * Makes an operation take effect once. Applications import {@code dev.semel}, {@code dev.semel.policy} and a store; authors of stores and adapters
 * import {@code dev.semel.store} and {@code dev.semel.session}. The engine is not exported.
 */
@SuppressWarnings("module") // the modules that qualified exports name depend on this one
module dev.semel {
    requires java.sql; // the SQL states of causes
    requires static org.jspecify;

    exports dev.semel;
    exports dev.semel.memory;
    exports dev.semel.policy;
    exports dev.semel.session;
    exports dev.semel.store;
    exports dev.semel.time;
    exports dev.semel.skew to
            dev.semel.dynamodb,
            dev.semel.momento,
            dev.semel.powertools;
    exports dev.semel.thread to
            dev.semel.batch,
            dev.semel.counter,
            dev.semel.dynamodb,
            dev.semel.dynamodb.counter,
            dev.semel.http,
            dev.semel.jdbc,
            dev.semel.redis;
}
