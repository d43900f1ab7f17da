package dev.semel.spring.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Codec;
import java.net.URI;
import java.util.HexFormat;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.http.ResponseEntity;

/** The answer of a controller as release 0.1.0 stores it. */
@DisplayName("the stored answer of a controller")
class EntityCodecTest {
    private static final String ENCODED =
            "0100c90001" + "00084c6f636174696f6e" + "000b2f7061796d656e74732f31" + "01" + "72656365697074";

    private final EntityCodec<String> codec = EntityCodec.of(Codec.text());

    @Test
    @DisplayName("A30 is written in the form of this version")
    void isWritten() {
        ResponseEntity<String> entity =
                ResponseEntity.created(URI.create("/payments/1")).body("receipt");
        assertThat(HexFormat.of().formatHex(codec.encode(entity))).isEqualTo(ENCODED);
    }

    @Test
    @DisplayName("A30 is read in the form of every version, and refused in that of a newer one")
    void isRead() {
        ResponseEntity<String> entity = codec.decode(HexFormat.of().parseHex(ENCODED));
        assertThat(entity.getStatusCode().value()).isEqualTo(201);
        assertThat(entity.getHeaders().getLocation()).isEqualTo(URI.create("/payments/1"));
        assertThat(entity.getBody()).isEqualTo("receipt");
        assertThatThrownBy(() -> codec.decode(HexFormat.of().parseHex("02" + ENCODED.substring(2))))
                .hasMessage("the stored answer has version 2; this version of Semel reads 1");
    }
}
