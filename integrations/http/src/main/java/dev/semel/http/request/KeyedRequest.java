package dev.semel.http.request;

import dev.semel.http.Exchange;
import java.util.List;

/** A request with its key and its body, which has been read and verified. */
public final class KeyedRequest {
    private final Exchange exchange;
    private final byte[] body;
    private final String key;
    private final List<String> origin;

    /** Creates a keyed request. Reads its origin now, while the server certainly has the request. */
    public KeyedRequest(Exchange exchange, byte[] body, String key) {
        this.exchange = exchange;
        this.body = body;
        this.key = key;
        this.origin = exchange.header("Origin");
    }

    /** Returns the request as its route sees it. */
    public Exchange exchange() {
        return exchange;
    }

    /** Returns the whole body; not a copy. */
    public byte[] body() {
        return body;
    }

    /** Returns the key. */
    public String key() {
        return key;
    }

    /** Returns the values of the header {@code Origin}. */
    public List<String> origin() {
        return origin;
    }
}
