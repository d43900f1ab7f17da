package dev.semel.jdbc;

import dev.semel.store.StoreException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Locale;

/** Recognises the database behind a connection. */
final class Dialects {
    private Dialects() {}

    static Dialect of(Connection connection, String table) throws SQLException {
        DatabaseMetaData about = connection.getMetaData();
        String product = about.getDatabaseProductName().toLowerCase(Locale.ROOT);
        String version = about.getDatabaseProductVersion();
        int major = about.getDatabaseMajorVersion();
        int minor = about.getDatabaseMinorVersion();
        // MySQL's driver calls a MariaDB server MySQL.
        if (product.contains("mariadb") || version.toLowerCase(Locale.ROOT).contains("mariadb")) {
            return new MariaDb(table);
        }
        return switch (product) {
            case "postgresql" -> atLeast(13, 0, major, minor, new PostgreSql(table), version);
            case "mysql" -> atLeast(8, 0, major, minor, new MySql(table), version);
            case "sqlite" -> atLeast(3, 42, major, minor, new Sqlite(table), version);
            case "h2" -> atLeast(2, 0, major, minor, new H2(table), version);
            default ->
                throw new StoreException(
                        "the database calls itself " + about.getDatabaseProductName()
                                + "; Semel knows PostgreSQL, MySQL, MariaDB, SQLite and H2",
                        null);
        };
    }

    private static Dialect atLeast(int major, int minor, int hasMajor, int hasMinor, Dialect dialect, String version) {
        if (hasMajor < major || (hasMajor == major && hasMinor < minor)) {
            throw new StoreException(
                    "the database is " + dialect.name() + " " + version + "; Semel needs " + major + "." + minor
                            + " or newer",
                    null);
        }
        return dialect;
    }
}
