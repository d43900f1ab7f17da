package dev.semel.boot;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * Where records are kept, as one line of text:
 *
 * <ul>
 *   <li>{@code memory:}
 *   <li>{@code sqlite:PATH} and {@code h2:PATH}, a file that is made if it is not there
 *   <li>{@code jdbc:postgresql://…}, {@code jdbc:mysql://…}, {@code jdbc:mariadb://…}
 *   <li>{@code redis://…}, {@code rediss://…}, {@code redis-sentinel://…}, {@code redis-cluster://host:port,host:port}
 *   <li>{@code dynamodb://REGION/TABLE}, perhaps with {@code ?endpoint=URI}
 * </ul>
 *
 * <p>Changing the store is a change of this line. It may hold a password, so no message and no {@link #toString()} shows more of it than its
 * scheme. Immutable.
 */
public final class StoreAddress {

    /** What kind of store an address names. */
    public enum Kind {
        /** In this process, forgotten when it ends. */
        MEMORY,
        /** A file of SQLite. */
        SQLITE,
        /** A file of H2. */
        H2,
        /** A database server, through JDBC. */
        JDBC,
        /** Redis or Valkey. */
        REDIS,
        /** A table of DynamoDB. */
        DYNAMODB
    }

    private static final String EXPECTED = "expected memory:, sqlite:PATH, h2:PATH, jdbc:postgresql://HOST/DATABASE,"
            + " jdbc:mysql://HOST/DATABASE, jdbc:mariadb://HOST/DATABASE, redis://HOST:PORT, rediss://HOST:PORT,"
            + " redis-cluster://HOST:PORT,HOST:PORT or dynamodb://REGION/TABLE";

    private final Kind kind;
    private final String text;

    private StoreAddress(Kind kind, String text) {
        this.kind = kind;
        this.text = text;
    }

    /**
     * Reads an address. Nothing is opened.
     *
     * @throws IllegalArgumentException if it is not one, with what is expected
     */
    public static StoreAddress of(String address) {
        String text = Objects.requireNonNull(address, "address").strip();
        return new StoreAddress(kindOf(text), text);
    }

    private static Kind kindOf(String text) {
        String scheme = scheme(text);
        switch (scheme) {
            case "memory" -> {
                require(text.length() == "memory:".length(), "memory: has nothing after it");
                return Kind.MEMORY;
            }
            case "sqlite", "h2" -> {
                require(text.length() > scheme.length() + 1, scheme + ": wants the path of a file after it");
                return scheme.equals("h2") ? Kind.H2 : Kind.SQLITE;
            }
            case "jdbc:postgresql", "jdbc:mysql", "jdbc:mariadb" -> {
                requireHost(text.substring("jdbc:".length()), scheme);
                return Kind.JDBC;
            }
            case "redis", "rediss", "redis-sentinel", "rediss-sentinel", "redis-cluster", "rediss-cluster" -> {
                requireRest(text, scheme);
                return Kind.REDIS;
            }
            case "dynamodb" -> {
                requireRest(text, scheme);
                return Kind.DYNAMODB;
            }
            default -> throw wrong("it begins with none of the known schemes");
        }
    }

    private static String scheme(String text) {
        int from = text.regionMatches(true, 0, "jdbc:", 0, 5) ? 5 : 0;
        int colon = text.indexOf(':', from);
        return colon < 0 ? "" : text.substring(0, colon).toLowerCase(Locale.ROOT);
    }

    /** Several hosts are the driver's business, so only what can't be right is refused. */
    private static void requireHost(String address, String scheme) {
        requireRest(address, scheme.substring("jdbc:".length()));
        if (!address.contains(",")) {
            try {
                URI uri = new URI(address.replaceAll("\\?.*", ""));
                require(uri.getAuthority() != null, "it has no host");
            } catch (URISyntaxException e) {
                throw wrong("what comes after " + scheme + ": can't be read");
            }
        }
    }

    private static void requireRest(String text, String scheme) {
        String prefix = scheme + "://";
        require(
                text.regionMatches(true, 0, prefix, 0, prefix.length()) && text.length() > prefix.length(),
                "there is no host after " + scheme + "://");
    }

    private static void require(boolean right, String otherwise) {
        if (!right) {
            throw wrong(otherwise);
        }
    }

    private static IllegalArgumentException wrong(String why) {
        return new IllegalArgumentException("the address of the store can't be used: " + why + "; " + EXPECTED);
    }

    /** What kind of store it names. */
    public Kind kind() {
        return kind;
    }

    /** Whether it names a SQL database, on which records and business rows can commit together. */
    public boolean isSql() {
        return kind == Kind.SQLITE || kind == Kind.H2 || kind == Kind.JDBC;
    }

    /** The address as it was given, with what secrets it holds. */
    public String text() {
        return text;
    }

    /**
     * The address as JDBC wants it.
     *
     * @throws IllegalStateException if it does not name a SQL database
     */
    public String jdbcUrl() {
        return switch (kind) {
            case SQLITE -> "jdbc:sqlite:" + path();
            case H2 -> "jdbc:h2:" + path();
            case JDBC -> text;
            default -> throw new IllegalStateException("the address does not name a SQL database: " + this);
        };
    }

    /** Returns the file of an embedded database that this address names; empty if it names no file, such as a database in memory. */
    public Optional<Path> file() {
        String name = isSql() ? path().replaceFirst("[;?].*", "").replaceFirst("^file:", "") : "";
        boolean embedded = (kind == Kind.SQLITE || kind == Kind.H2) && !name.isEmpty();
        if (!embedded || name.matches(":memory:|[A-Za-z0-9]+:.*")) {
            return Optional.empty();
        }
        String path =
                kind == Kind.H2 && name.startsWith("~") ? System.getProperty("user.home") + name.substring(1) : name;
        return Optional.of(Path.of(kind == Kind.H2 ? path + ".mv.db" : path));
    }

    /** What comes after {@code sqlite:} or {@code h2:}; H2 takes only paths that say where they begin. */
    String path() {
        String path = text.substring(text.indexOf(':') + 1);
        boolean bare = kind == Kind.H2 && !path.matches("([./~]|mem:|file:|tcp:|[A-Za-z]:).*");
        return bare ? "./" + path : path;
    }

    /** Only the scheme. */
    @Override
    public String toString() {
        return scheme(text) + ":…";
    }
}
