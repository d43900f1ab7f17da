package dev.semel.boot;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * The address of a store, as one line of text:
 *
 * <ul>
 *   <li>{@code memory:}
 *   <li>{@code sqlite:PATH} and {@code h2:PATH}, a file that is created if it does not exist
 *   <li>{@code jdbc:postgresql://…}, {@code jdbc:mysql://…}, {@code jdbc:mariadb://…}
 *   <li>{@code redis://…}, {@code rediss://…}, {@code redis-sentinel://…}, {@code
 *       redis-cluster://host:port,host:port}
 *   <li>{@code dynamodb://REGION/TABLE}, optionally with {@code ?endpoint=URI}
 *   <li>{@code momento://CACHE}, optionally with {@code ?endpoint=URI}
 * </ul>
 *
 * <p>To change the store, change this line. An address may contain a password, so messages and {@link #toString()} show
 * only its scheme. Immutable.
 */
public final class StoreAddress {

    /** The kinds of stores. */
    public enum Kind {
        /** The memory of this process. */
        MEMORY,
        /** A SQLite file. */
        SQLITE,
        /** An H2 file. */
        H2,
        /** A database server, through JDBC. */
        JDBC,
        /** Redis or Valkey. */
        REDIS,
        /** A DynamoDB table. */
        DYNAMODB,
        /** A cache of Momento. */
        MOMENTO
    }

    private static final String EXPECTED = "expected memory:, sqlite:PATH, h2:PATH, jdbc:postgresql://HOST/DATABASE,"
            + " jdbc:mysql://HOST/DATABASE, jdbc:mariadb://HOST/DATABASE, redis://HOST:PORT, rediss://HOST:PORT,"
            + " redis-cluster://HOST:PORT,HOST:PORT, dynamodb://REGION/TABLE or momento://CACHE";

    private final Kind kind;
    private final String text;

    private StoreAddress(Kind kind, String text) {
        this.kind = kind;
        this.text = text;
    }

    /**
     * Parses an address. Opens nothing.
     *
     * @throws IllegalArgumentException if the address is invalid, with the expected forms
     */
    public static StoreAddress of(String address) {
        String text = Objects.requireNonNull(address, "address").strip();
        return new StoreAddress(kindOf(text), text);
    }

    private static Kind kindOf(String text) {
        String scheme = scheme(text);
        switch (scheme) {
            case "memory" -> {
                require(text.length() == "memory:".length(), "memory: must have nothing after it");
                return Kind.MEMORY;
            }
            case "sqlite", "h2" -> {
                require(text.length() > scheme.length() + 1, scheme + ": must be followed by the path of a file");
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
            case "momento" -> {
                requireRest(text, scheme);
                return Kind.MOMENTO;
            }
            default -> throw wrong("it starts with no known scheme");
        }
    }

    private static String scheme(String text) {
        int from = text.regionMatches(true, 0, "jdbc:", 0, 5) ? 5 : 0;
        int colon = text.indexOf(':', from);
        return colon < 0 ? "" : text.substring(0, colon).toLowerCase(Locale.ROOT);
    }

    /** Refuses addresses that no driver accepts. Lists of hosts are left to the driver. */
    private static void requireHost(String address, String scheme) {
        requireRest(address, scheme.substring("jdbc:".length()));
        if (!address.contains(",")) {
            try {
                URI uri = new URI(address.replaceAll("\\?.*", ""));
                require(uri.getAuthority() != null, "it has no host");
            } catch (URISyntaxException e) {
                throw wrong("the part after " + scheme + ": is not a URI");
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
        return new IllegalArgumentException("the address of the store is invalid: " + why + "; " + EXPECTED);
    }

    /** Returns the kind of store. */
    public Kind kind() {
        return kind;
    }

    /** Returns whether it is a SQL database, where records and business rows can commit together. */
    public boolean isSql() {
        return kind == Kind.SQLITE || kind == Kind.H2 || kind == Kind.JDBC;
    }

    /** Returns the address as it was given, including any secrets. */
    public String text() {
        return text;
    }

    /**
     * Returns the JDBC URL.
     *
     * @throws IllegalStateException if it is not a SQL database
     */
    public String jdbcUrl() {
        return switch (kind) {
            case SQLITE -> "jdbc:sqlite:" + path();
            case H2 -> "jdbc:h2:" + path();
            case JDBC -> text;
            default -> throw new IllegalStateException("not the address of a SQL database: " + this);
        };
    }

    /** Returns the file of an embedded database, or empty if there is none, such as for a database in memory. */
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

    /**
     * Returns the part after {@code sqlite:} or {@code h2:}. A relative path of H2 gets the prefix {@code ./}, which H2
     * requires.
     */
    public String path() {
        String path = text.substring(text.indexOf(':') + 1);
        boolean bare = kind == Kind.H2 && !path.matches("([./~]|mem:|file:|tcp:|[A-Za-z]:).*");
        return bare ? "./" + path : path;
    }

    /** Returns the scheme only. */
    @Override
    public String toString() {
        return scheme(text) + ":…";
    }
}
