/**
 * The suite {@code sql}: the SQL stores beside hand-written code and beside the limits of the databases. Start reading
 * at {@link dev.semel.benchmarks.sql.SqlSuite}, then {@link dev.semel.benchmarks.sql.SqlScenes}. It knows the SQL store
 * and the shared rooms of the benchmarks, and no other suite.
 */
@NullMarked
package dev.semel.benchmarks.sql;

import org.jspecify.annotations.NullMarked;
