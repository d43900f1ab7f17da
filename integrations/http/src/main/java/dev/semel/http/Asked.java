package dev.semel.http;

import java.util.Objects;

/** A request with its body, which has been read, and the application that may handle it. */
final class Asked {
    final Exchange exchange;
    final byte[] body;
    final Handler handler;

    Asked(Exchange exchange, byte[] body, Handler handler) {
        this.exchange = Objects.requireNonNull(exchange, "exchange");
        this.body = Objects.requireNonNull(body, "body");
        this.handler = Objects.requireNonNull(handler, "handler");
    }
}
