/** Records and counts in PostgreSQL, MySQL, MariaDB, SQLite and H2. Applications import {@code dev.semel.jdbc}. */
@SuppressWarnings("opens") // the scripts of the schema have no classes beside them
module dev.semel.jdbc {
    requires transitive dev.semel;
    requires transitive java.sql;
    requires dev.semel.batch;
    requires static dev.semel.counter;
    requires static org.jspecify;

    exports dev.semel.jdbc;
    exports dev.semel.jdbc.counter;

    // Flyway and Liquibase read the scripts from the class loader.
    opens dev.semel.jdbc.schema.h2;
    opens dev.semel.jdbc.schema.mariadb;
    opens dev.semel.jdbc.schema.mysql;
    opens dev.semel.jdbc.schema.postgresql;
    opens dev.semel.jdbc.schema.sqlite;
}
