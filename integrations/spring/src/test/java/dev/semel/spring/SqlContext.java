package dev.semel.spring;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Semel;
import dev.semel.jdbc.JdbcStore;
import dev.semel.servers.JdbcServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;

/** A context on a SQL database: its pool, its transactions, its records and its orders. */
final class SqlContext {
    private SqlContext() {}

    /**
     * Where the database is.
     *
     * @param url for JDBC
     * @param user who logs in, without a password
     */
    record Database(String url, String user) {
        static Database of(JdbcServer server) {
            return new Database(server.jdbcUrl(), server.user());
        }

        static Database sqlite() {
            try {
                Path folder = Files.createTempDirectory("semel-spring");
                folder.toFile().deleteOnExit();
                return new Database(
                        "jdbc:sqlite:" + folder.resolve("orders.db")
                                + "?journal_mode=WAL&synchronous=FULL&busy_timeout=20000",
                        "");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        HikariDataSource pool(int size) {
            HikariConfig config = new HikariConfig();
            config.setJdbcUrl(url);
            config.setUsername(user);
            config.setPassword("");
            config.setMaximumPoolSize(size);
            config.setMinimumIdle(0);
            return new HikariDataSource(config);
        }
    }

    @Configuration
    @EnableTransactionManagement
    @EnableIdempotent
    static class OnSql {
        @Bean
        JdbcTemplate rows(DataSource pool) {
            JdbcTemplate rows = new JdbcTemplate(pool);
            rows.execute("CREATE TABLE IF NOT EXISTS placed (order_key varchar(200) NOT NULL, receipt varchar(250))");
            return rows;
        }

        @Bean
        PlatformTransactionManager transactions(DataSource pool) {
            return new JdbcTransactionManager(pool);
        }

        @Bean
        JdbcStore store(DataSource pool) {
            return JdbcStore.builder(pool).createSchema(true).build();
        }

        @Bean
        Semel semel(JdbcStore store) {
            return Semel.on(store);
        }

        @Bean
        Orders.Stock stock() {
            return new Orders.Stock();
        }
    }

    static AnnotationConfigApplicationContext open(Database database, Class<?>... more) {
        return open(database.pool(10), more);
    }

    static AnnotationConfigApplicationContext open(DataSource pool, Class<?>... more) {
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        context.registerBean("pool", DataSource.class, () -> pool);
        context.register(OnSql.class);
        if (more.length > 0) {
            context.register(more);
        }
        try {
            context.refresh();
        } catch (RuntimeException e) {
            context.close();
            throw e;
        }
        return context;
    }
}
