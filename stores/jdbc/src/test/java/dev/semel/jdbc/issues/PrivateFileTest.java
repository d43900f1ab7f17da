package dev.semel.jdbc.issues;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Codec;
import dev.semel.Semel;
import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.PrivateFile;
import dev.semel.jdbc.counter.JdbcCounterStore;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("the file of an embedded database")
@DisabledOnOs(OS.WINDOWS)
class PrivateFileTest {
    private static final Logger LOG = Logger.getLogger("dev.semel.jdbc");

    @TempDir
    Path folder;

    private final List<String> said = new ArrayList<>();
    private final Handler listening = new Handler() {
        @Override
        public void publish(LogRecord record) {
            said.add(record.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        assertThat(FileSystems.getDefault().supportedFileAttributeViews()).contains("posix");
        LOG.addHandler(listening);
    }

    @AfterEach
    void stop() {
        LOG.removeHandler(listening);
    }

    private static String permissions(Path file) {
        try {
            return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.toList();
        }
    }

    private static void use(JdbcStore store) {
        assertThat(Semel.on(store).operation("a", Codec.text()).build().once("k", "r", () -> "done"))
                .isEqualTo("done");
    }

    @Test
    @DisplayName("is created for its owner only, and so are the files beside it")
    void ownerOnly() throws IOException {
        Path file = folder.resolve("semel.db");
        try (JdbcStore store = JdbcStore.sqlite(file);
                JdbcCounterStore counts = JdbcCounterStore.sqlite(folder.resolve("counts.db"))) {
            use(store);
            assertThat(counts).isNotNull();
            assertThat(files())
                    .contains(file, folder.resolve("semel.db-wal"), folder.resolve("semel.db-shm"))
                    .allSatisfy(each ->
                            assertThat(permissions(each)).as(each.toString()).isEqualTo("rw-------"));
        }
        assertThat(said).isEmpty();
    }

    @Test
    @DisplayName("is named by the address without the settings after it")
    void settingsInAddress() throws IOException {
        try (JdbcStore store = JdbcStore.sqlite(folder.resolve("semel.db?cache_size=100"))) {
            use(store);
            assertThat(files())
                    .allMatch(each -> each.getFileName().toString().startsWith("semel.db"))
                    .noneMatch(each -> each.toString().contains("?"));
        }
    }

    @Test
    @DisplayName("keeps its permissions if it was there before, with a warning if all users can read it")
    void existing() throws IOException {
        Path shared = Files.createFile(folder.resolve("shared.db"));
        Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rw-r--r--"));
        Path group = Files.createFile(folder.resolve("group.db"));
        Files.setPosixFilePermissions(group, PosixFilePermissions.fromString("rw-r-----"));
        try (JdbcStore one = JdbcStore.sqlite(group)) {
            use(one);
        }
        assertThat(said).isEmpty();
        try (JdbcStore other = JdbcStore.sqlite(shared)) {
            use(other);
        }
        assertThat(permissions(shared)).isEqualTo("rw-r--r--");
        assertThat(permissions(group)).isEqualTo("rw-r-----");
        assertThat(said).singleElement().asString().contains("chmod 600");
    }

    @Test
    @DisplayName("is accepted by H2 as a new database")
    void h2() throws IOException, SQLException {
        Path file = folder.resolve("h2.mv.db");
        PrivateFile.create(file);
        try (Connection connection = DriverManager.getConnection("jdbc:h2:" + folder.resolve("h2"), "user", "")) {
            connection.createStatement().execute("CREATE TABLE t (id INT)");
            assertThat(files()).allSatisfy(each -> assertThat(permissions(each)).isEqualTo("rw-------"));
        }
    }
}
