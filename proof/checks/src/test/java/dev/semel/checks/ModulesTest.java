package dev.semel.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Applications on the module path, with the published modules as this build made them. */
@DisplayName("the modules")
class ModulesTest {
    /** What the modules of an application need beside Semel's own. */
    private static final List<String> LIBRARIES = List.of(
            "/com/fasterxml/jackson/",
            "/io/lettuce/",
            "/io/netty/",
            "/io/projectreactor/reactor-core/",
            "/jakarta/servlet/",
            "/org/jspecify/",
            "/org/reactivestreams/",
            "/org/slf4j/",
            "/org/xerial/",
            "/redis/clients/",
            "/software/amazon/");

    /** Of these, a dependency has no stable module name: docs/decisions/0048 has the reasons. They are automatic modules. */
    private static final Set<String> AUTOMATIC =
            Set.of("dev.semel.boot", "dev.semel.lambda", "dev.semel.momento", "dev.semel.servlet", "dev.semel.spring");

    private static final String MODULE = """
            module application {
                requires dev.semel.dynamodb;
                requires dev.semel.http;
                requires dev.semel.jdbc;
                requires dev.semel.powertools;
                requires dev.semel.redis;
                requires dev.semel.servlet;
                requires jakarta.servlet;
                requires org.xerial.sqlitejdbc;
            }
            """;

    private static final String APPLICATION = """
            package application;

            import dev.semel.Codec;
            import dev.semel.Semel;
            import dev.semel.dynamodb.DynamoDbStore;
            import dev.semel.http.HttpGuard;
            import dev.semel.jdbc.JdbcStore;
            import dev.semel.powertools.PowertoolsStore;
            import dev.semel.redis.RedisStore;
            import dev.semel.servlet.IdempotencyFilter;
            import java.util.List;
            import org.sqlite.SQLiteDataSource;

            public class Application {
                record Hidden(String account) {}

                public static void main(String[] file) throws Exception {
                    SQLiteDataSource database = new SQLiteDataSource();
                    database.setUrl("jdbc:sqlite:" + file[0]);
                    try (var store = JdbcStore.builder(database).createSchema(true).build()) {
                        var payments = Semel.on(store).operation("payments", Codec.text()).build();
                        System.out.println(payments.once("k", "request", () -> "first"));
                        System.out.println(payments.once("k", "request", () -> "second"));
                        try {
                            payments.once("other", new Hidden("a-1"), () -> "third");
                        } catch (IllegalArgumentException e) {
                            System.out.println(e.getMessage());
                        }
                    }
                    for (Class<?> each : List.of(DynamoDbStore.class, HttpGuard.class, PowertoolsStore.class, RedisStore.class,
                            IdempotencyFilter.class)) {
                        Class.forName(each.getName(), true, each.getClassLoader()).getDeclaredMethods();
                    }
                    String schema = "dev/semel/jdbc/schema/postgresql/V1__semel.sql";
                    System.out.println(ClassLoader.getSystemResource(schema) == null ? "no schema" : "schema");
                }
            }
            """;

    @TempDir
    private Path folder;

    private static List<Path> modulePath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(Files::exists)
                .filter(path -> isOfSemel(path) || LIBRARIES.stream().anyMatch(path.toString()::contains))
                .toList();
    }

    private static boolean isOfSemel(Path path) {
        return Published.modules().stream().anyMatch(module -> path.startsWith(module.resolve("target")));
    }

    private static List<ModuleDescriptor> published() {
        Path[] jars = modulePath().stream().filter(ModulesTest::isOfSemel).toArray(Path[]::new);
        return ModuleFinder.of(jars).findAll().stream()
                .map(ModuleReference::descriptor)
                .toList();
    }

    @Test
    @DisplayName("have a descriptor, unless a dependency has no stable name")
    void descriptors() {
        assertThat(published())
                .extracting(ModuleDescriptor::name)
                .contains("dev.semel", "dev.semel.jdbc", "dev.semel.http");
        Set<String> automatic = published().stream()
                .filter(ModuleDescriptor::isAutomatic)
                .map(ModuleDescriptor::name)
                .collect(Collectors.toSet());
        assertThat(automatic)
                .as("add a module-info.java, or the reason against it to docs/decisions/0048")
                .isSubsetOf(AUTOMATIC);
    }

    @Test
    @DisplayName("run an application on the module path")
    void application() throws Exception {
        String path = modulePath().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        assertThat(compile(path, APPLICATION)).isEmpty();
        Path output = folder.resolve("output.txt");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--module-path",
                        path + File.pathSeparator + folder.resolve("classes"),
                        "--module",
                        "application/application.Application",
                        folder.resolve("records.db").toString())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(Files.readAllLines(output))
                .containsSubsequence(
                        "first",
                        "first",
                        "application.Application$Hidden can't be read; open its package to the module dev.semel",
                        "schema");
        assertThat(process.exitValue()).isZero();
    }

    @Test
    @DisplayName("compile an application that has neither counters nor the null annotations")
    void withoutOptionalModules() throws IOException {
        String path = modulePath().stream()
                .map(Path::toString)
                .filter(each -> !each.contains("jspecify") && !each.contains("counters"))
                .collect(Collectors.joining(File.pathSeparator));
        assertThat(compile(path, APPLICATION)).isEmpty();
    }

    @Test
    @DisplayName("do not export their rooms")
    void hidden() throws IOException {
        String path = modulePath().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        for (String room : List.of(
                "dev.semel.engine.call.Engine",
                "dev.semel.jdbc.dialect.Dialect",
                "dev.semel.redis.wire.RedisLanes",
                "dev.semel.dynamodb.record.RecordClaims",
                "dev.semel.http.guard.GuardedRoute")) {
            String packageName = room.substring(0, room.lastIndexOf('.'));
            assertThat(compile(path, "package application; class Application { Object room = " + room + ".class; }"))
                    .contains("package " + packageName + " is not visible");
        }
    }

    /** Returns what the compiler reports, which is empty if it succeeds. */
    private String compile(String path, String application) throws IOException {
        Path sources = Files.createDirectories(folder.resolve("sources"));
        Path module = Files.writeString(sources.resolve("module-info.java"), MODULE);
        Path main = Files.writeString(sources.resolve("Application.java"), application);
        var compiler = ToolProvider.getSystemJavaCompiler();
        var report = new StringWriter();
        boolean compiled = compiler.getTask(
                        report,
                        null,
                        null,
                        List.of("-d", folder.resolve("classes").toString(), "-proc:none", "--module-path", path),
                        null,
                        compiler.getStandardFileManager(null, null, null).getJavaFileObjects(module, main))
                .call();
        return compiled ? "" : report.toString();
    }
}
