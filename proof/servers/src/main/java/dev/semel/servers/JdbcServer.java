package dev.semel.servers;

import org.jspecify.annotations.Nullable;

/** A server that is reached through JDBC; the driver is the test's. It loses no commit that it has acknowledged. */
public abstract sealed class JdbcServer extends Server permits PostgresServer, MariaDbServer, MySqlServer {
    JdbcServer(String name, @Nullable String account) {
        super(name, account);
    }

    /** The address of a database that exists and is empty at first. */
    public final String jdbcUrl() {
        return jdbcUrl(port());
    }

    /** The same database, reached through a proxy in front of this server. */
    public final String jdbcUrl(FlakyProxy through) {
        return jdbcUrl(through.port());
    }

    abstract String jdbcUrl(int port);

    /** Who logs in: may do everything. */
    public abstract String user();

    /** The password: empty. */
    public final String password() {
        return "";
    }
}
