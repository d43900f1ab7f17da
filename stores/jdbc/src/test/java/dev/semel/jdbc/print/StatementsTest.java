package dev.semel.jdbc.print;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the statements of each dialect with the golden files, so that a change shows in review. */
final class StatementsTest {
    private static final Path FOLDER = Path.of("src/test/resources/dev/semel/jdbc/sql");

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mariadb", "mysql", "sqlite", "h2"})
    void statementsAreThoseOfTheGoldenFile(String dialect) throws IOException {
        Path file = FOLDER.resolve(dialect + ".sql");
        String statements = PrintStatements.of(dialect);
        if ("write".equals(System.getProperty("semel.golden"))) {
            Files.writeString(file, statements);
        }
        assertThat(file)
                .as(
                        "the statements for " + dialect
                                + " have changed; if that is meant, write the golden files again with"
                                + " mvn -pl stores/jdbc test -Dtest=StatementsTest -Dsemel.golden=write, and review the difference")
                .hasContent(statements);
    }
}
