package dev.semel.http.contract;

import dev.semel.http.Header;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A request as a test wants it, whether or not a client would send it.
 *
 * @param method of the request
 * @param path of the endpoint
 * @param headers in the order in which they are sent; a name may come several times
 * @param body as text
 */
public record HostileRequest(String method, String path, List<Header> headers, String body) {

    static HostileRequest to(String path, String body) {
        return new HostileRequest("POST", path, List.of(new Header("Content-Type", "application/json")), body);
    }

    static HostileRequest get(String path) {
        return new HostileRequest("GET", path, List.of(), "");
    }

    HostileRequest with(String name, String value) {
        List<Header> more = new ArrayList<>(headers);
        more.removeIf(header -> header.name().equals("Content-Type") && name.equals("Content-Type"));
        more.add(new Header(name, value));
        return new HostileRequest(method, path, List.copyOf(more), body);
    }

    HostileRequest key(String key) {
        return with("Idempotency-Key", key);
    }

    HostileRequest body(String other) {
        return new HostileRequest(method, path, headers, other);
    }

    /** Returns the first value of a header, or an empty text. */
    public String header(String name) {
        return headers.stream()
                .filter(header -> header.name().equalsIgnoreCase(name))
                .map(Header::value)
                .findFirst()
                .orElse("");
    }

    /** Returns request line and headers up to the empty line, without those about the body's length. */
    String head() {
        StringBuilder head =
                new StringBuilder(method + " " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n");
        headers.forEach(header ->
                head.append(header.name()).append(": ").append(header.value()).append("\r\n"));
        return head.toString();
    }

    /** Returns all of it, as it goes over a connection. */
    String whole() {
        return head() + "Content-Length: " + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + body;
    }

    /** Returns all of it in chunks. */
    String chunked() {
        return head() + "Transfer-Encoding: chunked\r\n\r\n"
                + Integer.toHexString(body.getBytes(StandardCharsets.UTF_8).length) + "\r\n" + body + "\r\n0\r\n\r\n";
    }
}
