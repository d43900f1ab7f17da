package dev.semel.torture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.semel.testkit.mutant.Mutant;
import dev.semel.testkit.mutant.Prover;
import dev.semel.torture.crew.WorkerProcess;
import dev.semel.torture.protocol.Role;
import dev.semel.torture.protocol.WorkerSettings;
import dev.semel.torture.worker.Worker;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("torture")
@DisplayName("the options of the torture command")
class OptionsTest {

    @Test
    @DisplayName("is taken as it was said")
    void taken() {
        Options options = Options.of(
                "--store",
                "sqlite:my.db",
                "--minutes",
                "1.5",
                "--seed",
                "9223372036854775807",
                "--out",
                "x",
                "--results",
                "y");

        assertThat(options.isForMutants()).isFalse();
        assertThat(options.store()).isEqualTo("sqlite:my.db");
        assertThat(options.minutes()).isEqualTo(Duration.ofSeconds(90));
        assertThat(options.seed()).isEqualTo(Long.MAX_VALUE);
        assertThat(options.out()).isEqualTo(Path.of("x"));
        assertThat(options.results()).isEqualTo(Path.of("y"));
    }

    @Test
    @DisplayName("names a store by an argument, or else by the environment")
    void storeFromEnvironment() {
        String address = "jdbc:postgresql://127.0.0.1/db?password=secret";
        assertThat(Options.of("--minutes", "1").storeOr(address).store()).isEqualTo(address);
        assertThat(Options.of("--store", "sqlite").storeOr(address).store()).isEqualTo("sqlite");
        assertThat(Options.of("--store", "sqlite").storeOr(null).store()).isEqualTo("sqlite");
        assertThat(Options.of("--mutants").storeOr(address).isForMutants()).isTrue();
    }

    @Test
    @DisplayName("does not reach the arguments of workers, where a password could be seen")
    void notInArguments() {
        WorkerSettings settings = WorkerSettings.of(WorkerSettings.looking(
                        "jdbc:mysql://127.0.0.1/db?password=secret", Path.of("out"), Duration.ofMillis(400))
                .toText());
        ProcessBuilder worker = WorkerProcess.builder(settings);
        assertThat(worker.command()).noneMatch(argument -> argument.contains("secret"));
        assertThat(WorkerSettings.of(worker.environment().get(Worker.SETTINGS))).isEqualTo(settings);
    }

    @ParameterizedTest(name = "is not a seed: {0}")
    @ValueSource(strings = {"-1", "1e3", "9223372036854775808", "x", ""})
    void seed(String seed) {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> Options.of("--store", "sqlite", "--seed", seed).seed())
                .withMessageContaining("a whole number from 0 to 9223372036854775807");
    }

    @ParameterizedTest(name = "is not a number of minutes: {0}")
    @ValueSource(strings = {"0", "-1", "10001", "1e9", "NaN", "x"})
    void minutes(String minutes) {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        Options.of("--store", "sqlite", "--minutes", minutes).minutes())
                .withMessageContaining("above 0 and at most 10000");
    }

    @Test
    @DisplayName("may name mutants, of which an unknown one is answered with all names")
    void mutants() {
        assertThat(Options.of("--mutant", "FAILS_OPEN,IGNORES_HOLD").mutants())
                .containsExactly(Mutant.FAILS_OPEN, Mutant.IGNORES_HOLD);
        assertThat(Options.of("--mutants").mutants()).isEqualTo(Mutant.of(Prover.RIG));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Options.of("--mutant", "NONE").mutants())
                .withMessageContaining("'NONE'")
                .withMessageContaining("LEASE_NEVER_ENDS, ");
    }

    @Test
    @DisplayName("may name what serves HTTP requests")
    void http() {
        assertThat(Options.of("--mutants").role()).isEqualTo(Role.WORKER);
        assertThat(Options.of("--store", "sqlite", "--http", "webflux").role()).isEqualTo(Role.WEBFLUX);
        for (String other : new String[] {"worker", "clients", "SERVLET", "ftp"}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Options.of("--http", other).role())
                    .withMessageContaining("must be servlet or webflux");
        }
    }

    @ParameterizedTest(name = "makes no sense: {0}")
    @CsvSource({
        "--mutants --store sqlite, --store cannot be combined",
        "--mutant FAILS_OPEN --store sqlite, --store cannot be combined",
        "--mutants --minutes 1, give --seconds",
        "--store sqlite --seconds 1, give --minutes",
        "--mutants --results x, --results is for a store",
        "--store, --store has no value",
        "--stores sqlite, unknown option '--stores'",
        "--http, --http has no value"
    })
    void nonsense(String words, String answer) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Options.of(words.split(" ", -1)))
                .withMessageContaining(answer);
    }

    @ParameterizedTest(name = "is not an address of DynamoDB: {0}")
    @CsvSource({
        "dynamodb:secret, is not an address of DynamoDB",
        "dynamodb://eu-west-1, is not an address of DynamoDB",
        "dynamodb://secret@eu-west-1/t, has credentials",
        "dynamodb://eu-west-1/t?secret=1&endpoint=http://localhost:8000, an unknown parameter",
        "dynamodb://eu-west-1/t?endpoint=http://localhost:8000&secret=1, an unknown parameter",
        "dynamodb://eu-west-1/t?endpoint=secret, is not a URI",
        "dynamodb://eu west, be parsed"
    })
    void dynamoDb(String address, String answer) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Options.of("--store", address).store())
                .withMessageContaining(answer)
                .withMessageContaining("expected dynamodb://REGION/TABLE")
                .withMessageNotContaining("secret");
        assertThat(Options.of("--store", "dynamodb://eu-west-1/t?endpoint=http://localhost:8000")
                        .store())
                .startsWith("dynamodb:");
    }

    @Test
    @DisplayName("never shows an address, as that may hold a password")
    void address() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Options.of("--store", "http://me:secret@host").store())
                .withMessageNotContaining("secret");
    }
}
