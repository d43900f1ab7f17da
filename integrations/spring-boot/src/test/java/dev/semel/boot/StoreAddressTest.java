package dev.semel.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("the address of a store")
class StoreAddressTest {

    @ParameterizedTest
    @DisplayName("has a kind of store")
    @CsvSource(
            delimiter = ' ',
            value = {
                "memory: MEMORY",
                "sqlite:semel.db SQLITE",
                "sqlite:/var/lib/semel.db SQLITE",
                "h2:./semel H2",
                "jdbc:postgresql://db/app?user=u&password=p%20w JDBC",
                "jdbc:mysql://db:3306/app JDBC",
                "jdbc:mariadb://a,b/app JDBC",
                "redis://localhost:6379 REDIS",
                "rediss://:secret@host REDIS",
                "redis-sentinel://a:1,b:2#main REDIS",
                "redis-cluster://a:1,b:2 REDIS",
                "dynamodb://eu-west-1/semel?endpoint=http://127.0.0.1:8000 DYNAMODB",
                "momento://records?endpoint=http://127.0.0.1:8080 MOMENTO",
                "REDIS://localhost REDIS"
            })
    void kinds(String address, StoreAddress.Kind kind) {
        assertThat(StoreAddress.of(address).kind()).isEqualTo(kind);
    }

    @ParameterizedTest
    @DisplayName("is refused with the expected forms, and without quoting it")
    @ValueSource(
            strings = {
                "",
                "secret",
                "oracle:secret",
                "memory:secret",
                "sqlite:",
                "h2:",
                "jdbc:postgresql:secret",
                "jdbc:oracle:secret",
                "jdbc:mysql://",
                "redis:secret",
                "redis://",
                "dynamodb:secret",
                "momento:secret",
                "http://secret",
                "jdbc:postgresql:// secret"
            })
    void refused(String address) {
        assertThatThrownBy(() -> StoreAddress.of(address))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected memory:, sqlite:PATH")
                .hasMessageNotContaining("secret");
    }

    @Test
    @DisplayName("has a JDBC URL, and never shows its secrets")
    void jdbc() {
        assertThat(StoreAddress.of("sqlite:a.db").jdbcUrl()).isEqualTo("jdbc:sqlite:a.db");
        assertThat(StoreAddress.of("h2:a").jdbcUrl()).isEqualTo("jdbc:h2:./a");
        assertThat(StoreAddress.of("h2:/tmp/a").jdbcUrl()).isEqualTo("jdbc:h2:/tmp/a");
        StoreAddress postgres = StoreAddress.of("jdbc:postgresql://h/d?password=secret");
        assertThat(postgres.jdbcUrl()).isEqualTo(postgres.text());
        assertThat(postgres).hasToString("jdbc:postgresql:…");
        assertThat(postgres.isSql()).isTrue();
        assertThatThrownBy(() -> StoreAddress.of("redis://:secret@h").jdbcUrl())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageNotContaining("secret");
    }

    @Test
    @DisplayName("names the file of an embedded database")
    void files() {
        assertThat(StoreAddress.of("sqlite:a.db?cache=shared").file()).contains(Path.of("a.db"));
        assertThat(StoreAddress.of("h2:data/a;MODE=MySQL").file()).contains(Path.of("./data/a.mv.db"));
        assertThat(StoreAddress.of("h2:file:/data/a").file()).contains(Path.of("/data/a.mv.db"));
        for (String none :
                List.of("memory:", "h2:mem:a", "h2:tcp://h/a", "sqlite::memory:", "jdbc:mysql://h/d", "redis://h")) {
            assertThat(StoreAddress.of(none).file()).as(none).isEmpty();
        }
    }
}
