package dev.semel.jdbc.print;

import dev.semel.jdbc.connection.Destination;
import dev.semel.jdbc.counter.CountSql;
import dev.semel.jdbc.database.Dialects;
import dev.semel.jdbc.database.Primary;
import dev.semel.jdbc.database.QualifiedTable;
import dev.semel.jdbc.database.Schema;
import dev.semel.jdbc.dialect.Browsing;
import dev.semel.jdbc.dialect.Dialect;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Prints every statement that the stores send to a database: {@code ./semel sql postgresql}. */
public final class PrintStatements {
    static final List<String> DIALECTS = List.of("postgresql", "mariadb", "mysql", "sqlite", "h2");
    private static final String ANY_VERSION = "99";

    /** The end of a line: before a clause, and after a CASE that is assigned. The clock's EXTRACT(EPOCH FROM ...) is not split. */
    private static final Pattern BREAK = Pattern.compile("(?<=END,) |(?<!\\((?:epoch|EPOCH)|DELETE)"
            + " (?=(?:FROM|WHERE|SET|VALUES \\(|RETURNING|UNION|ON|ORDER BY|WHEN|ELSE|THEN UPDATE|SELECT)(?![A-Z]))");

    private static final Pattern LINE = Pattern.compile("(.{1,110})(?: |$)");

    private PrintStatements() {}

    /**
     * Prints the statements of a dialect.
     *
     * @param arguments the name of the dialect
     */
    public static void main(String[] arguments) {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        if (arguments.length != 1 || !DIALECTS.contains(arguments[0])) {
            throw new IllegalArgumentException(
                    "expected one of " + String.join(", ", DIALECTS) + ", such as: ./semel sql postgresql");
        }
        out.print(of(arguments[0]));
    }

    /** Returns the statements of a dialect as a script, in the order of their names. */
    static String of(String dialect) {
        return all(dialect).entrySet().stream()
                .map(each -> "-- " + each.getKey() + "\n" + lines(each.getValue()) + ";\n")
                .collect(Collectors.joining("\n"));
    }

    /** Returns the statements of a dialect by name. */
    public static Map<String, String> all(String dialect) {
        Dialect records = Dialects.of(dialect, ANY_VERSION, "semel_record");
        records.recordLock();
        Primary.question(records);
        QualifiedTable.question(records);
        String which = Destination.question("jdbc:" + dialect + ":");
        if (which != null) {
            records.named("settings: which server", which);
        }
        new Schema(records, Schema.RECORDS);
        new Browsing(records);
        Dialect counts = Dialects.of(dialect, ANY_VERSION, "semel_counter");
        QualifiedTable.question(counts);
        new Schema(counts, CountSql.TABLES);
        CountSql.of(counts);
        Map<String, String> all = new TreeMap<>(counts.statements().all());
        // Each dialect has the statements for records; those for the table of records replace those for the table of
        // counts.
        all.putAll(records.statements().all());
        return all;
    }

    private static String lines(String sql) {
        return BREAK.matcher(sql)
                .replaceAll("\n  ")
                .replace(";", ";\n")
                .lines()
                .flatMap(line -> LINE.matcher(line)
                        .results()
                        .map(part -> part.start() == 0 ? part.group(1) : "    " + part.group(1)))
                .collect(Collectors.joining("\n"));
    }
}
