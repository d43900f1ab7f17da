/** JSON through Jackson: results, fingerprints of requests, and keys from payloads. */
module dev.semel.jackson {
    requires transitive com.fasterxml.jackson.databind;
    requires transitive dev.semel;
    requires static org.jspecify;

    exports dev.semel.jackson;
}
