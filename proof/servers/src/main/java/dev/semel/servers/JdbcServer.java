package dev.semel.servers;

import org.jspecify.annotations.Nullable;

/** A server that is reached through JDBC; the driver is the test's. It loses no commit that it has acknowledged. */
public abstract sealed class JdbcServer extends Server permits PostgresServer, MariaDbServer, MySqlServer {
    JdbcServer(String name, @Nullable String account) {
        super(name, account);
    }

    /** Returns the address of a database, which is empty at first. */
    public final String jdbcUrl() {
        return jdbcUrl(port());
    }

    /** Returns the address of the same database through a proxy in front of this server. */
    public final String jdbcUrl(FlakyProxy through) {
        return jdbcUrl(through.port());
    }

    abstract String jdbcUrl(int port);

    /** Returns the user that logs in, who has all rights. */
    public abstract String user();

    /** Returns the password, which is empty. */
    public final String password() {
        return "";
    }
}
