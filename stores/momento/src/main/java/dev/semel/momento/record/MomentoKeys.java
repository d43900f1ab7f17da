package dev.semel.momento.record;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.semel.store.RecordId;
import java.util.HexFormat;

/**
 * The keys of items.
 *
 * @param prefix what they begin with
 */
public record MomentoKeys(String prefix) {

    /** Returns the key of a record's item: the prefix and the hexadecimal digits of the record's digest. */
    public byte[] key(RecordId id) {
        return (prefix + HexFormat.of().formatHex(id.digest())).getBytes(UTF_8);
    }
}
