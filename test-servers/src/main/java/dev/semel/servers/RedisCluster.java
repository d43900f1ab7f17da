package dev.semel.servers;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A Redis Cluster of three masters without replicas: enough for keys to live on different servers, and for one of them to fail. */
public final class RedisCluster implements AutoCloseable {
    private static final int MASTERS = 3;
    private static final String NODE_TIMEOUT_MILLIS = "2000";

    private final List<RedisServer> nodes;

    private RedisCluster(List<RedisServer> nodes) {
        this.nodes = List.copyOf(nodes);
    }

    /** Starts a cluster and returns when each of its servers finds it in order. */
    public static RedisCluster start() {
        List<RedisServer> nodes = new ArrayList<>();
        try {
            IntStream.range(0, MASTERS).forEach(i -> nodes.add(startNode()));
            RedisCluster cluster = new RedisCluster(nodes);
            cluster.create();
            cluster.awaitOk();
            return cluster;
        } catch (RuntimeException | Error e) {
            nodes.forEach(Server::close);
            throw e;
        }
    }

    /** Its servers; each can be killed, paused and restarted. */
    public List<RedisServer> nodes() {
        return nodes;
    }

    /** Its address, such as {@code redis-cluster://127.0.0.1:7000,127.0.0.1:7001,127.0.0.1:7002}. */
    public String uri() {
        return "redis-cluster://" + addresses().collect(Collectors.joining(","));
    }

    /** Waits until each of the servers finds the cluster in order, such as after a restart. */
    public void awaitOk() {
        RedisConversation.await(
                "all nodes of the cluster in order",
                () -> nodes.stream()
                        .allMatch(node -> node.command("CLUSTER INFO").contains("cluster_state:ok")));
    }

    /** Moves slots, with the keys in them, from the first server to the second, one after the other; clients may go on meanwhile. */
    public void moveSlots(int count) {
        RedisServer from = nodes.get(0);
        RedisServer to = nodes.get(1);
        run(List.of(
                "reshard",
                from.host() + ":" + from.port(),
                "--cluster-from",
                from.command("CLUSTER MYID"),
                "--cluster-to",
                to.command("CLUSTER MYID"),
                "--cluster-slots",
                Integer.toString(count)));
    }

    /** Kills the servers and deletes their data. */
    @Override
    public void close() {
        nodes.forEach(Server::close);
    }

    private void create() {
        List<String> command = new ArrayList<>(List.of("create"));
        addresses().forEach(command::add);
        run(command);
    }

    private void run(List<String> what) {
        Path folder = nodes.get(0).folder().path();
        List<String> command = new ArrayList<>(List.of(Programs.findRedis("cli"), "--cluster"));
        command.addAll(what);
        command.add("--cluster-yes");
        new Launcher(folder, folder.resolve("cluster.log"), null).run(command);
    }

    private Stream<String> addresses() {
        return nodes.stream().map(node -> node.host() + ":" + node.port());
    }

    private static RedisServer startNode() {
        // The usual port of the bus is the server's plus 10,000, and may be anybody's.
        String bus = Integer.toString(Ports.free());
        return RedisServer.start(
                "--cluster-enabled", "yes", "--cluster-port", bus, "--cluster-node-timeout", NODE_TIMEOUT_MILLIS);
    }
}
