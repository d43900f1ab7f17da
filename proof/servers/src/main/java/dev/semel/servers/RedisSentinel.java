package dev.semel.servers;

import dev.semel.servers.dialogue.RedisConversation;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A Redis master with one replica, watched by three Sentinels that make the replica the master when they miss the master for a second.
 * Replication is asynchronous, so a failover may lose writes that were acknowledged.
 */
public final class RedisSentinel implements AutoCloseable {
    static final String MASTER_NAME = "semel";
    static final int QUORUM = 2;
    private static final int SENTINELS = 3;

    private final List<RedisServer> nodes = new ArrayList<>();
    private final List<Server> sentinels = new ArrayList<>();

    private RedisSentinel() {}

    /** Starts the servers and returns when a failover could take place. */
    public static RedisSentinel start() {
        RedisSentinel group = new RedisSentinel();
        try {
            group.startNodes();
            group.startSentinels();
            return group;
        } catch (RuntimeException | Error e) {
            group.close();
            throw e;
        }
    }

    /** Returns the master's name, as clients have to give it. */
    public String masterName() {
        return MASTER_NAME;
    }

    /** Its address, such as {@code redis-sentinel://127.0.0.1:26379,127.0.0.1:26380,127.0.0.1:26381#semel}. */
    public String uri() {
        return sentinels.stream()
                .map(sentinel -> sentinel.host() + ":" + sentinel.port())
                .collect(Collectors.joining(",", "redis-sentinel://", "#" + MASTER_NAME));
    }

    /** Returns the master and the replica, in the order they were started in; each can be killed, paused and restarted. */
    public List<RedisServer> nodes() {
        return List.copyOf(nodes);
    }

    /** Returns the Sentinels; each can be killed, paused and restarted. */
    public List<Server> sentinels() {
        return List.copyOf(sentinels);
    }

    /** Returns which server the Sentinels take for the master now; it may be down without their having noticed. */
    public RedisServer master() {
        String address =
                RedisConversation.ask(sentinels.get(0).port(), "SENTINEL GET-MASTER-ADDR-BY-NAME " + MASTER_NAME);
        return nodes.stream()
                .filter(node -> address.equals(node.host() + "\n" + node.port()))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no server at " + address));
    }

    /** Waits until another server than this one is the master, for the Sentinels and for itself, and returns it. */
    public RedisServer awaitMasterOtherThan(RedisServer former) {
        RedisConversation.await(
                "a failover", () -> master() != former && replication(master()).contains("role:master"));
        return master();
    }

    /** Kills all servers and deletes their data. */
    @Override
    public void close() {
        sentinels.forEach(Server::close);
        nodes.forEach(Server::close);
    }

    private void startNodes() {
        RedisServer master = RedisServer.start("--repl-diskless-sync-delay", "0");
        nodes.add(master);
        RedisServer replica = RedisServer.start("--repl-diskless-sync-delay", "0");
        nodes.add(replica);
        // At run time, as arguments would make it a replica again at every restart, even if it has become the master.
        replica.command("REPLICAOF 127.0.0.1 " + master.port());
        replica.command("CONFIG REWRITE");
        RedisConversation.await(
                "the replica in touch with its master",
                () -> replication(replica).contains("master_link_status:up"));
    }

    private void startSentinels() {
        for (int i = 0; i < SENTINELS; i++) {
            sentinels.add(SentinelServer.watching(nodes.get(0)));
        }
        RedisConversation.await(
                "all Sentinels in touch", () -> sentinels.stream().allMatch(RedisSentinel::knowsAll));
    }

    /** Returns whether a Sentinel knows all nodes: it can only fail over to a replica that it knows. */
    private static boolean knowsAll(Server sentinel) {
        String state = RedisConversation.ask(sentinel.port(), "INFO sentinel");
        return state.contains("status=ok") && state.contains("slaves=1,sentinels=" + SENTINELS);
    }

    private static String replication(RedisServer node) {
        return node.command("INFO replication");
    }
}
