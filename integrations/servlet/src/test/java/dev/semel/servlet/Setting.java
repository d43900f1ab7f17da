package dev.semel.servlet;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.semel.jdbc.JdbcStore;
import dev.semel.memory.MemoryStore;
import dev.semel.redis.RedisStore;
import dev.semel.servers.PostgresServer;
import dev.semel.servers.RedisServer;
import dev.semel.store.Store;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A server and a store. */
enum Setting {
    TOMCAT(Container.Kind.TOMCAT) {
        @Override
        Store open() {
            return MemoryStore.create();
        }
    },

    JETTY(Container.Kind.JETTY) {
        @Override
        Store open() {
            return MemoryStore.create();
        }
    },

    TOMCAT_ON_SQLITE(Container.Kind.TOMCAT) {
        @Override
        Store open() {
            try {
                Path folder = Files.createTempDirectory("semel-servlet");
                folder.toFile().deleteOnExit();
                return JdbcStore.sqlite(folder.resolve("semel.db"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    },

    TOMCAT_ON_POSTGRES(Container.Kind.TOMCAT) {
        @Override
        Store open() {
            HikariConfig pool = new HikariConfig();
            pool.setJdbcUrl(PostgresServer.shared().jdbcUrl());
            pool.setUsername(PostgresServer.shared().user());
            return JdbcStore.builder(new HikariDataSource(pool))
                    .createSchema(true)
                    .build();
        }
    },

    JETTY_ON_REDIS(Container.Kind.JETTY) {
        @Override
        Store open() {
            return RedisStore.at(RedisServer.shared().uri());
        }
    };

    private final Container.Kind kind;

    Setting(Container.Kind kind) {
        this.kind = kind;
    }

    abstract Store open();

    Container.Kind kind() {
        return kind;
    }
}
