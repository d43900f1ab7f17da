package dev.semel.http;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/**
 * What the last segment of a status address says: which request it is about. It holds no secret and proves nothing: whoever asks gets to
 * see only records of their own scope.
 */
record StatusAddress(String operation, String method, String path, String key) {

    String segment() {
        String all = String.join("\n", operation, method, path, key);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(all.getBytes(StandardCharsets.UTF_8));
    }

    static Optional<StatusAddress> of(String segment) {
        String[] parts;
        try {
            parts = new String(Base64.getUrlDecoder().decode(segment), StandardCharsets.UTF_8).split("\n", -1);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
        return parts.length == 4
                ? Optional.of(new StatusAddress(parts[0], parts[1], parts[2], parts[3]))
                : Optional.empty();
    }
}
