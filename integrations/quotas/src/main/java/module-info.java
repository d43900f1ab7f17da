/** Quotas of routes, on the counters of a store. Applications import {@code dev.semel.http.quota}. */
module dev.semel.http.quota {
    requires transitive dev.semel.counter;
    requires transitive dev.semel.http;
    requires static org.jspecify;

    exports dev.semel.http.quota;
}
