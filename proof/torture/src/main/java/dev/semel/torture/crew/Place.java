package dev.semel.torture.crew;

import dev.semel.servers.DynamoDbLocal;
import dev.semel.servers.FlakyProxy;
import dev.semel.servers.JdbcServer;
import dev.semel.servers.MariaDbServer;
import dev.semel.servers.MySqlServer;
import dev.semel.servers.PostgresServer;
import dev.semel.servers.RedisCluster;
import dev.semel.servers.RedisSentinel;
import dev.semel.servers.RedisServer;
import dev.semel.servers.Server;
import dev.semel.torture.protocol.Point;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The place of the records: a private server behind a proxy, a file, or a given address.
 *
 * @param tag that the names of everything begin with, so that no run meets what another one has left; empty where nothing is left
 * @param address for workers
 * @param direct the same past the proxy, for reading books; {@code null} if it has none
 * @param server that can be killed; {@code null} if there is none
 * @param proxy that can lose things; {@code null} if there is none
 * @param group of servers that fail over; {@code null} if there is none
 * @param cluster of servers that fail over, and among which records move; {@code null} if there is none
 * @param promotion of a standby to the primary; {@code null} if there is none
 */
public record Place(
        String tag,
        String address,
        @Nullable String direct,
        @Nullable Server server,
        @Nullable FlakyProxy proxy,
        @Nullable RedisSentinel group,
        @Nullable RedisCluster cluster,
        @Nullable Promotion promotion)
        implements AutoCloseable {

    /** Without it, MySQL and MariaDB show others what is not on disk yet, and a crash takes it back. */
    private static final String[] BINARY_LOG = {"--log-bin=binlog", "--sync-binlog=1", "--server-id=1"};

    /** Without a cluster and without a standby. */
    public Place(
            String tag,
            String address,
            @Nullable String direct,
            @Nullable Server server,
            @Nullable FlakyProxy proxy,
            @Nullable RedisSentinel group) {
        this(tag, address, direct, server, proxy, group, null, null);
    }

    public static Place open(String store, Path folder) {
        return switch (store) {
            case "sqlite" -> at("", "sqlite:" + folder.resolve("records.db"));
            case "postgresql" -> sql(PostgresServer.start("-c", "fsync=on"), "socketTimeout=4&connectTimeout=3");
            case "postgresql-standby" -> standby(true, false);
            case "postgresql-async" -> standby(false, true);
            case "postgresql-async-claimed" -> standby(false, false);
            case "mariadb" -> sql(MariaDbServer.start(BINARY_LOG), "socketTimeout=4000&connectTimeout=3000");
            case "mysql" -> sql(MySqlServer.start(BINARY_LOG), "socketTimeout=4000&connectTimeout=3000");
            case "mariadb-small" ->
                sql(MariaDbServer.start(withSmallPackets()), "socketTimeout=4000&connectTimeout=3000");
            case "mysql-small" -> sql(MySqlServer.start(withSmallPackets()), "socketTimeout=4000&connectTimeout=3000");
            case "redis" -> redis();
            case "redis-sentinel" -> sentinel();
            case "redis-cluster" -> redisCluster();
            case "dynamodb" -> dynamoDb();
            default -> at("r" + Long.toString(Instant.now().toEpochMilli(), Character.MAX_RADIX), store);
        };
    }

    /** Less than some results of the work have, and than two of those that are common. */
    private static String[] withSmallPackets() {
        String[] all = Arrays.copyOf(BINARY_LOG, BINARY_LOG.length + 1);
        all[BINARY_LOG.length] = "--max-allowed-packet=32768";
        return all;
    }

    private static Place at(String tag, String address) {
        boolean hasBooks = !address.startsWith("redis");
        return new Place(tag, address, hasBooks ? address : null, null, null, null);
    }

    private static Place sql(JdbcServer server, String timeouts) {
        FlakyProxy proxy = FlakyProxy.to(server);
        String settings = "user=" + server.user() + "&" + timeouts;
        return new Place(
                "", with(server.jdbcUrl(proxy), settings), with(server.jdbcUrl(), settings), server, proxy, null);
    }

    private static Place standby(boolean synchronous, boolean mayForget) {
        Promotion promotion = Promotion.start(synchronous, mayForget);
        PostgresServer primary = promotion.primary();
        String settings = "user=" + primary.user() + "&socketTimeout=4&connectTimeout=3";
        return new Place(
                "",
                with(primary.jdbcUrl(promotion.proxy()), settings),
                with(primary.jdbcUrl(promotion.direct()), settings),
                null,
                promotion.proxy(),
                null,
                null,
                promotion);
    }

    private static String with(String url, String settings) {
        return url + (url.contains("?") ? "&" : "?") + settings;
    }

    private static Place redis() {
        RedisServer server = RedisServer.start();
        FlakyProxy proxy = FlakyProxy.to(server);
        return new Place("", server.uri(proxy), null, server, proxy, null);
    }

    private static Place sentinel() {
        RedisSentinel group = RedisSentinel.start();
        return new Place("", group.uri(), null, null, null, group);
    }

    private static Place redisCluster() {
        RedisCluster cluster = RedisCluster.startWithReplicas();
        return new Place("", cluster.uri(), null, null, null, null, cluster, null);
    }

    private static Place dynamoDb() {
        DynamoDbLocal server = DynamoDbLocal.start();
        FlakyProxy proxy = FlakyProxy.to(server);
        String table = "dynamodb://eu-west-1/semel?endpoint=";
        return new Place("", table + server.uri(proxy), table + server.uri(), server, proxy, null);
    }

    /** Returns where workers can be struck on this store. */
    public List<Point> points() {
        return Arrays.stream(Point.values())
                .filter(point -> direct != null || !point.isOfCommit())
                .toList();
    }

    /** Ends all faults that still last. */
    public void heal() {
        if (server != null && !server.isRunning()) {
            server.restart();
        } else if (server != null) {
            server.resume();
        }
        if (proxy != null) {
            proxy.heal();
        }
        if (cluster != null) {
            cluster.nodes().stream().filter(node -> !node.isRunning()).forEach(Server::restart);
        }
    }

    @Override
    public void close() {
        if (proxy != null) {
            proxy.close();
        }
        if (server != null) {
            server.close();
        }
        if (group != null) {
            group.close();
        }
        if (cluster != null) {
            cluster.close();
        }
        if (promotion != null) {
            promotion.close();
        }
    }
}
