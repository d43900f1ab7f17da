/**
 * The statements for MySQL and MariaDB. Start reading at {@link dev.semel.jdbc.dialect.innodb.InnoDb}, which has what both share. This
 * package knows {@code dialect}, and no other database.
 */
@NullMarked
package dev.semel.jdbc.dialect.innodb;

import org.jspecify.annotations.NullMarked;
