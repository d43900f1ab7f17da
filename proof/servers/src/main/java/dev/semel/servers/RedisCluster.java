package dev.semel.servers;

import dev.semel.servers.dialogue.RedisConversation;
import dev.semel.servers.process.Launcher;
import dev.semel.servers.process.Ports;
import dev.semel.servers.process.Programs;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A Redis Cluster of three masters: enough for keys to live on different servers, and for one of them to fail. With a replica for each of them, if that is
 * asked for, which takes over when it is promoted.
 */
public final class RedisCluster implements AutoCloseable {
    private static final int MASTERS = 3;
    private static final String NODE_TIMEOUT_MILLIS = "2000";

    /** So long that only {@link #promote} makes a replica the master, however slow the machine is. */
    private static final String PATIENT_NODE_TIMEOUT_MILLIS = "30000";

    private final List<RedisServer> nodes;

    private RedisCluster(List<RedisServer> nodes) {
        this.nodes = List.copyOf(nodes);
    }

    /** Starts a cluster and returns when each of its servers finds it in order. */
    public static RedisCluster start() {
        return start(0, NODE_TIMEOUT_MILLIS);
    }

    /** Starts a cluster whose masters have a replica each. A master that fails is missed until {@link #promote}. */
    public static RedisCluster startWithReplicas() {
        RedisCluster cluster = start(1, PATIENT_NODE_TIMEOUT_MILLIS);
        try {
            cluster.awaitInOrder();
            return cluster;
        } catch (RuntimeException | Error e) {
            cluster.close();
            throw e;
        }
    }

    private static RedisCluster start(int replicas, String nodeTimeout) {
        List<RedisServer> nodes = new ArrayList<>();
        try {
            IntStream.range(0, MASTERS * (1 + replicas)).forEach(i -> nodes.add(startNode(nodeTimeout)));
            RedisCluster cluster = new RedisCluster(nodes);
            cluster.create(replicas);
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

    /** Waits until there are three masters, each of the other servers is in touch with one of them, and all find the cluster in order. */
    public void awaitInOrder() {
        awaitOk();
        RedisConversation.await(
                "three masters, and replicas in touch with them",
                () -> nodes.stream()
                                .map(RedisCluster::replication)
                                .allMatch(state ->
                                        state.contains("role:master") || state.contains("master_link_status:up"))
                        && masters().size() == MASTERS
                        && nodes.stream().allMatch(this::knowsMasters));
    }

    /** Returns whether a server knows all masters. Gossip takes a moment: until then it sends clients to where a slot was. */
    private boolean knowsMasters(RedisServer node) {
        List<String> known = node.command("CLUSTER NODES")
                .lines()
                .filter(line ->
                        line.contains("master") && !line.contains("fail") && line.matches(".* connected .*\\d+.*"))
                .toList();
        return masters().stream()
                        .allMatch(master -> known.stream().anyMatch(line -> line.contains(":" + master.port() + "@")))
                && known.size() == MASTERS;
    }

    /** Returns the servers that take themselves for masters now, without those that are down. */
    public List<RedisServer> masters() {
        return nodes.stream()
                .filter(node -> node.isRunning() && replication(node).contains("role:master"))
                .toList();
    }

    /** Returns the server that follows this master. */
    public RedisServer replicaOf(RedisServer master) {
        return nodes.stream()
                .filter(node -> node != master && replication(node).contains("master_port:" + master.port()))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("nothing follows " + master));
    }

    /** Makes a replica the master, whether or not its master is there, and returns when it has taken over. */
    public void promote(RedisServer replica) {
        replica.command("CLUSTER FAILOVER TAKEOVER");
        RedisConversation.await(
                "a replica that takes over", () -> replication(replica).contains("role:master"));
    }

    private static String replication(RedisServer node) {
        return node.command("INFO replication");
    }

    /** Moves slots, with the keys in them, from the first server to the second, one after the other; clients may go on meanwhile. */
    public void moveSlots(int count) {
        moveSlots(nodes.get(0), nodes.get(1), count);
    }

    /** Moves slots, with the keys in them, from one master to another, one after the other; clients may go on meanwhile. */
    public void moveSlots(RedisServer from, RedisServer to, int count) {
        RedisConversation.await("agreement about slots", this::isAgreed);
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

    /** Returns whether all servers that run name the same owners of all slots, without which none can be moved. */
    private boolean isAgreed() {
        return nodes.stream()
                        .filter(RedisServer::isRunning)
                        .map(RedisCluster::owners)
                        .distinct()
                        .count()
                == 1;
    }

    /** Returns each server that has slots, with them: the first field is its name, and slots follow the eighth. */
    private static Set<String> owners(RedisServer node) {
        return node.command("CLUSTER NODES")
                .lines()
                .map(line -> line.split(" ", 9))
                .filter(fields -> fields.length == 9)
                .map(fields -> fields[0] + " "
                        + fields[8].replaceAll(" ?\\[[^]]*]", "").strip())
                .collect(Collectors.toSet());
    }

    /** Kills the servers and deletes their data. */
    @Override
    public void close() {
        nodes.forEach(Server::close);
    }

    private void create(int replicas) {
        List<String> command = new ArrayList<>(List.of("create"));
        addresses().forEach(command::add);
        command.addAll(List.of("--cluster-replicas", Integer.toString(replicas)));
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

    private static RedisServer startNode(String nodeTimeout) {
        // The default port of the bus is the server's plus 10,000, and another program may use it.
        String bus = Integer.toString(Ports.free());
        return RedisServer.start(
                "--cluster-enabled",
                "yes",
                "--cluster-port",
                bus,
                "--cluster-node-timeout",
                nodeTimeout,
                "--cluster-allow-replica-migration",
                "no",
                "--repl-diskless-sync-delay",
                "0");
    }
}
