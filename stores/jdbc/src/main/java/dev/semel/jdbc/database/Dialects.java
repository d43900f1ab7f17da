package dev.semel.jdbc.database;

import dev.semel.StoreException;
import dev.semel.jdbc.dialect.Dialect;
import dev.semel.jdbc.dialect.h2.H2;
import dev.semel.jdbc.dialect.innodb.MariaDb;
import dev.semel.jdbc.dialect.innodb.MySql;
import dev.semel.jdbc.dialect.postgresql.PostgreSql;
import dev.semel.jdbc.dialect.sqlite.Sqlite;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Locale;

/** Recognises the database behind a connection. */
public final class Dialects {
    private Dialects() {}

    /**
     * Returns the dialect of the database behind a connection.
     *
     * @throws StoreException if Semel does not support the database, or its version
     */
    public static Dialect of(Connection connection, String table) throws SQLException {
        DatabaseMetaData about = connection.getMetaData();
        return of(about.getDatabaseProductName(), about.getDatabaseProductVersion(), table);
    }

    /**
     * Returns the dialect of a database by the name and version that its driver reports.
     *
     * @throws StoreException if Semel does not support the database, or its version
     */
    public static Dialect of(String product, String version, String table) {
        // MySQL's driver reports a MariaDB server as MySQL.
        boolean mariaDb = (product + version).toLowerCase(Locale.ROOT).contains("mariadb");
        return switch (mariaDb ? "mariadb" : product.toLowerCase(Locale.ROOT)) {
            case "postgresql" -> checked("PostgreSQL", version, "13", new PostgreSql(table));
            // Needed for SKIP LOCKED; RETURNING came with 10.5.
            case "mariadb" -> checked("MariaDB", version, "10.6", new MariaDb(table));
            // Needed to name the new row in ON DUPLICATE KEY UPDATE; NOWAIT and SKIP LOCKED came with 8.0.1.
            case "mysql" -> checked("MySQL", version, "8.0.19", new MySql(table));
            // Needed for unixepoch('subsec').
            case "sqlite" -> checked("SQLite", version, "3.42", new Sqlite(table));
            case "h2" -> checked("H2", version, "2.2", new H2(table));
            default ->
                throw new StoreException(
                        "the database is " + product + "; Semel supports PostgreSQL, MySQL, MariaDB, SQLite and H2",
                        null);
        };
    }

    private static Dialect checked(String name, String version, String needed, Dialect dialect) {
        if (Version.of(version).isBefore(Version.of(needed))) {
            throw new StoreException(
                    "the database is " + name + " " + version + "; Semel's statements need " + name + " " + needed
                            + " or newer: update the database, or keep the records in another one",
                    null);
        }
        return dialect;
    }
}
