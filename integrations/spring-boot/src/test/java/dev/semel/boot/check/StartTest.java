package dev.semel.boot.check;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Codec;
import dev.semel.Semel;
import dev.semel.StoreException;
import dev.semel.boot.method.SemelSpringAutoConfiguration;
import dev.semel.boot.purge.PurgeSchedule;
import dev.semel.boot.purge.SemelPurgeAutoConfiguration;
import dev.semel.boot.store.SemelAutoConfiguration;
import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.RoutedStore;
import dev.semel.memory.MemoryStore;
import dev.semel.redis.RedisStore;
import dev.semel.servers.PostgresServer;
import dev.semel.servers.RedisServer;
import dev.semel.servers.TempFolder;
import dev.semel.servers.process.Ports;
import dev.semel.spring.Idempotent;
import dev.semel.store.RecordId;
import dev.semel.store.Store;
import io.lettuce.core.RedisClient;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;
import org.springframework.util.ClassUtils;

@DisplayName("an application with the starter")
class StartTest {
    /** Spring Boot 3 and 4 have them in different packages. */
    private static final Class<?>[] OF_DATABASES = Stream.of(
                    "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
                    "org.springframework.boot.autoconfigure.sql.init.SqlInitializationAutoConfiguration",
                    "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
                    "org.springframework.boot.jdbc.autoconfigure.DataSourceInitializationAutoConfiguration")
            .filter(name -> ClassUtils.isPresent(name, null))
            .map(name -> ClassUtils.resolveClassName(name, null))
            .toArray(Class<?>[]::new);

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    SemelAutoConfiguration.class,
                    SemelSpringAutoConfiguration.class,
                    SemelPurgeAutoConfiguration.class));

    @Test
    @DisplayName("has a Semel on the store that semel.store names")
    void address() {
        application.withPropertyValues("semel.store=memory:").run(context -> {
            assertThat(context.getBean(Store.class)).isInstanceOf(MemoryStore.class);
            String value = context.getBean(Semel.class)
                    .operation("greet", Codec.text())
                    .build()
                    .once("k", "request", () -> "hello");
            assertThat(value).isEqualTo("hello");
        });
    }

    @Test
    @DisplayName("keeps its records in a file, and finds them again after a restart")
    void file() {
        try (TempFolder folder = TempFolder.create("starter")) {
            List<String> values = new ArrayList<>();
            for (String each : List.of("first", "second")) {
                application
                        .withPropertyValues("semel.store=sqlite:" + folder.resolve("semel.db"))
                        .run(context -> values.add(context.getBean(Semel.class)
                                .operation("greet", Codec.text())
                                .build()
                                .once("k", "request", () -> each)));
            }
            assertThat(values).containsExactly("first", "first");
        }
    }

    @Test
    @DisplayName("opens a pool for a database, and closes it")
    void pooled() {
        application
                .withPropertyValues("semel.store=h2:mem:starter")
                .run(context -> assertThat(context.getBean(Store.class)).isInstanceOf(JdbcStore.class));
    }

    @Test
    @DisplayName("uses its own DataSource")
    void dataSource() {
        application
                .withPropertyValues("semel.create-schema=true")
                .withBean(DataSource.class, () -> h2("own"))
                .run(context -> {
                    assertThat(context.getBean(Store.class)).isInstanceOf(JdbcStore.class);
                    assertThat(context.getBean(PurgeSchedule.class).isRunning()).isTrue();
                });
    }

    @Test
    @DisplayName("reserves semel.reserved-connections of its DataSource for leases")
    void reservedConnections() {
        HikariDataSource pool = (HikariDataSource) h2("reserved");
        pool.setMaximumPoolSize(2);
        application
                .withPropertyValues("semel.create-schema=true", "semel.reserved-connections=1")
                .withBean(DataSource.class, () -> pool)
                .run(context -> {
                    context.getBean(Semel.class)
                            .operation("greet", Codec.text())
                            .build()
                            .once("k", "request", () -> "hello");
                    assertThat(pool.getHikariPoolMXBean().getActiveConnections())
                            .isEqualTo(1);
                });
    }

    @Test
    @DisplayName("reports in a sentence that its DataSource routes by thread, and purges a RoutedStore")
    void routed() {
        AbstractRoutingDataSource routing = new AbstractRoutingDataSource() {
            @Override
            protected Object determineCurrentLookupKey() {
                return "ada";
            }
        };
        routing.setTargetDataSources(Map.of("ada", h2("ada")));
        application
                .withBean(DataSource.class, () -> routing)
                .run(context -> assertThat(said(context.getStartupFailure()))
                        .contains("abstractroutingdatasource")
                        .contains("routedstore"));
        application
                .withBean(DataSource.class, () -> routing)
                .withBean(
                        Store.class,
                        () -> RoutedStore.by(
                                RecordId::scope,
                                tenant -> JdbcStore.on(
                                        routing.getResolvedDataSources().get(tenant))))
                .run(context -> assertThat(context.getBean(PurgeSchedule.class).isRunning())
                        .isTrue());
    }

    private static DataSource h2(String name) {
        return pool("jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1");
    }

    private static DataSource pool(String address) {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(address);
        return pool;
    }

    @Test
    @DisplayName("uses its own Lettuce client")
    void lettuce() {
        RedisClient client = RedisClient.create(RedisServer.shared().uri());
        application
                .withBean(RedisClient.class, () -> client)
                .run(context -> assertThat(context.getBean(Store.class)).isInstanceOf(RedisStore.class));
    }

    @Test
    @DisplayName("prefers a Store that it defines, and has no beans of Semel if it is disabled")
    void stepsBack() {
        Store own = MemoryStore.create();
        application
                .withBean(Store.class, () -> own)
                .run(context -> assertThat(context.getBean(Semel.class).store()).isSameAs(own));
        application
                .withPropertyValues("semel.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(Semel.class).doesNotHaveBean(Store.class));
    }

    @Test
    @DisplayName("reports in a sentence that it has no store, or that there are several")
    void noStore() {
        application.run(context -> assertThat(said(context.getStartupFailure()))
                .contains("has no store")
                .contains("set semel.store"));
        application
                .withBean(DataSource.class, () -> h2("several"))
                .withBean(RedisClient.class, () -> RedisClient.create("redis://127.0.0.1"))
                .run(context -> assertThat(said(context.getStartupFailure()))
                        .contains("its datasource and its lettuce client"));
    }

    @Test
    @DisplayName("reports in a sentence what is wrong with an address or a setting")
    void wrongSetting() {
        application
                .withPropertyValues("semel.store=oracle:secret")
                .run(context -> assertThat(said(context.getStartupFailure()))
                        .contains("semel.store is not the address of a store")
                        .doesNotContain("secret"));
        application
                .withPropertyValues("semel.store=memory:", "semel.operations.a.b=1")
                .run(context ->
                        assertThat(said(context.getStartupFailure())).contains("not a setting of an operation"));
    }

    @Test
    @DisplayName("reports in a sentence that its store is unreachable, or that its tables are missing")
    void unreachable() {
        application
                .withPropertyValues("semel.store=redis://:secret@127.0.0.1:" + Ports.free())
                .run(context -> assertThat(said(context.getStartupFailure()))
                        .contains("cannot open its store")
                        .doesNotContain("secret"));
    }

    @Test
    @DisplayName("creates missing tables in an embedded database, unless the settings say otherwise")
    void schema() {
        application
                .withBean(DataSource.class, () -> h2("created"))
                .run(context -> assertThat(context).hasNotFailed());
        application
                .withPropertyValues("semel.create-schema=false")
                .withBean(DataSource.class, () -> h2("missing"))
                .run(context -> assertThat(said(context.getStartupFailure()))
                        .contains("the table semel_record or one of its columns is missing")
                        .contains("semel.create-schema=true")
                        .contains("dev/semel/jdbc/schema/h2/v1__semel.sql")
                        .doesNotContain("createschema("));
    }

    @Test
    @DisplayName("reports in a sentence that a database server has no tables, with the property that creates them")
    void serverWithoutTables() {
        PostgresServer server = PostgresServer.shared();
        String address = server.jdbcUrl() + (server.jdbcUrl().contains("?") ? "&" : "?") + "user=" + server.user()
                + "&currentSchema=absent_" + System.nanoTime();
        for (String setting : List.of("semel.store=" + address, "semel.unknown-settings=fail")) {
            ApplicationContextRunner one = application.withPropertyValues(setting);
            (setting.contains("semel.store") ? one : one.withBean(DataSource.class, () -> pool(address)))
                    .run(context -> assertThat(said(context.getStartupFailure()))
                            .contains("is missing in the database")
                            .contains("semel.create-schema=true")
                            .contains("schema/postgresql/v1__semel.sql")
                            .doesNotContain("createschema("));
        }
    }

    @Test
    @DisplayName("opens its store after the scripts of Spring Boot have created the tables")
    void afterScripts() {
        application
                .withConfiguration(AutoConfigurations.of(OF_DATABASES))
                .withPropertyValues(
                        "semel.create-schema=false",
                        "spring.datasource.url=jdbc:h2:mem:scripts",
                        "spring.sql.init.mode=always",
                        "spring.sql.init.schema-locations=classpath:dev/semel/jdbc/schema/h2/V1__semel.sql")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    @DisplayName("reports in a sentence that it has several DataSources, and uses the primary one")
    void severalDataSources() {
        application
                .withBean("orders", DataSource.class, () -> h2("orders"))
                .withBean("payments", DataSource.class, () -> h2("payments"))
                .run(context -> assertThat(said(context.getStartupFailure()))
                        .contains("several beans of the type datasource: orders and payments")
                        .contains("@primary"));
        application
                .withBean("orders", DataSource.class, () -> h2("orders"), each -> each.setPrimary(true))
                .withBean("payments", DataSource.class, () -> h2("payments"))
                .run(context -> assertThat(context).hasNotFailed());
    }

    static class Unguarded {
        @Idempotent(key = "#request.method")
        public String pay(HttpServletRequest request) {
            return "";
        }
    }

    @Test
    @DisplayName("reports methods that cannot be guarded as a failure analysis, with the parameter's name")
    void unguarded() {
        application
                .withPropertyValues("semel.store=memory:")
                .withBean(Unguarded.class)
                .run(context -> assertThat(said(context.getStartupFailure()))
                        .contains("the idempotent method starttest.unguarded.pay cannot be guarded")
                        .contains("its parameter request is of the type httpservletrequest"));
    }

    @Test
    @DisplayName("does not report the store's failure after the start as one of the start")
    void afterStart() {
        Throwable later = new IllegalStateException("failed to run", new StoreException("down", null));
        assertThat(new StoreFailureAnalyzer().analyze(later)).isNull();
    }

    @Test
    @DisplayName("reports which server is unreachable and why, without the password, on any pool")
    void unreachableServer() {
        int port = Ports.free();
        String address = "jdbc:postgresql://127.0.0.1:" + port + "/app?user=ada&password=secret&connectTimeout=10";
        application
                .withPropertyValues("semel.store=" + address)
                .run(context -> assertThat(said(context.getStartupFailure()))
                        .contains("127.0.0.1:" + port)
                        .contains("refused")
                        .doesNotContain("secret"));
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(address);
        application
                .withBean(DataSource.class, () -> pool)
                .run(context -> assertThat(said(context.getStartupFailure()))
                        .contains("cannot open its store")
                        .contains("127.0.0.1:" + port)
                        .doesNotContain("secret"));
    }

    /** Returns the report of the application's failure analyzers, in lower case. */
    private static String said(Throwable failure) {
        for (FailureAnalyzer analyzer : List.of(
                new WrongSettingAnalyzer(),
                new NotGuardedAnalyzer(),
                new StoreFailureAnalyzer(),
                new InvalidSettingsAnalyzer())) {
            FailureAnalysis analysis = analyzer.analyze(failure);
            if (analysis != null) {
                return (analysis.getDescription() + " " + analysis.getAction()).toLowerCase(Locale.ROOT);
            }
        }
        throw new AssertionError("no failure analyzer has a report", failure);
    }
}
