/** What HTTP asks of an idempotent endpoint, without a framework. Applications and authors of adapters import {@code dev.semel.http}. */
module dev.semel.http {
    requires transitive dev.semel;
    requires transitive dev.semel.jackson;
    requires static org.jspecify;

    exports dev.semel.http;
}
