package dev.semel.http;

import java.util.List;

/** A request with its body, which has been read and verified, and its key. */
final class KeyedRequest {
    final Exchange exchange;
    final byte[] body;
    final String key;

    /** Taken while the server surely has the request. */
    final List<String> origin;

    KeyedRequest(Exchange exchange, byte[] body, String key) {
        this.exchange = exchange;
        this.body = body;
        this.key = key;
        this.origin = exchange.header("Origin");
    }
}
