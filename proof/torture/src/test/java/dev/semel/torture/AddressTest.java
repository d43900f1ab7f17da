package dev.semel.torture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testkit.history.Violation;
import dev.semel.testkit.mutant.Mutant;
import dev.semel.torture.crew.Place;
import dev.semel.torture.crew.Settings;
import dev.semel.torture.driver.Driver;
import dev.semel.torture.driver.Run;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("torture")
@DisplayName("torture of a store that is there")
class AddressTest {
    @TempDir
    private Path folder;

    @ParameterizedTest(name = "{0} is shown as {1}")
    @CsvSource({
        "jdbc:postgresql://host/shop?user=a&password=secret, postgresql at an address",
        "redis://:secret@host:6379, redis at an address",
        "sqlite:secret.db, sqlite at an address",
        "mariadb, mariadb"
    })
    @DisplayName("shows nothing of an address but its kind")
    void showsNoSecret(String store, String shown) {
        assertThat(settings(store, "any").name()).isEqualTo(shown);
    }

    @Test
    @DisplayName("can be repeated: a run does not meet what another one has left")
    void again() throws Exception {
        for (String run : new String[] {"first", "second"}) {
            Run ended = Driver.undisturbed(settings("sqlite:" + folder.resolve("there.db"), run), System.out);

            assertThat(ended.violations()).extracting(Violation::describe).isEmpty();
            assertThat(ended.checker().operations()).isPositive();
        }
    }

    @ParameterizedTest(name = "at {0}: {1}")
    @CsvSource({
        "jdbc:postgresql://host/shop, true",
        "sqlite:shop.db, true",
        "dynamodb://eu-west-1/shop, true",
        "redis://host, false"
    })
    @DisplayName("reads the rows of transactions where there are transactions")
    void books(String address, boolean expected) {
        try (Place place = Place.open(address, folder)) {
            assertThat(place.direct() != null).isEqualTo(expected);
        }
    }

    private Settings settings(String store, String run) {
        return new Settings(store, Duration.ofSeconds(1), 5, folder.resolve(run), Mutant.NONE, false);
    }
}
