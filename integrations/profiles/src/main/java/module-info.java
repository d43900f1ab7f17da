/** The published rules of others, as settings of routes. Applications import {@code dev.semel.http.profile}. */
module dev.semel.http.profile {
    requires transitive dev.semel.http;
    requires static org.jspecify;

    exports dev.semel.http.profile;
}
