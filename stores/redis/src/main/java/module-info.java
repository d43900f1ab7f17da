/** Records and counts in Redis or Valkey, through Lettuce. Applications import {@code dev.semel.redis}. */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"
}) // Lettuce declares its module's name, and no more
module dev.semel.redis {
    requires transitive dev.semel;
    requires transitive lettuce.core;
    requires dev.semel.batch;
    requires io.netty.buffer;
    requires io.netty.common;
    requires static dev.semel.counter;
    requires static org.jspecify;

    exports dev.semel.redis;
    exports dev.semel.redis.counter;
}
