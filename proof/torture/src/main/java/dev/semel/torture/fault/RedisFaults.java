package dev.semel.torture.fault;

import dev.semel.servers.RedisCluster;
import dev.semel.servers.RedisServer;
import dev.semel.torture.judge.Failover;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/** Faults of Redis servers: full memory, and a cluster whose masters fail and whose slots move. */
final class RedisFaults {
    private static final int SLOTS_AT_LEAST = 50;
    private static final int SLOTS_AT_MOST = 400;

    private final Duration lease;
    private final Score score;
    private final Consumer<Strike> struck;

    RedisFaults(Duration lease, Score score, Consumer<Strike> struck) {
        this.lease = lease;
        this.score = score;
        this.struck = struck;
    }

    /** Fills the memory for up to five leases: half of the time just full, so that freed memory lets some claims through, and half of the time far beyond. */
    void fillMemory(RedisServer server, Random random) throws InterruptedException {
        long began = System.nanoTime();
        server.command("CONFIG SET maxmemory " + (random.nextBoolean() ? usedMemory(server) : "1"));
        try {
            pause(5, random);
        } finally {
            server.command("CONFIG SET maxmemory 0");
        }
        struck.accept(Strike.since(began, RigFault.FILL_MEMORY, name(server), null));
    }

    private static String usedMemory(RedisServer server) {
        return server.command("INFO memory")
                .lines()
                .filter(line -> line.startsWith("used_memory:"))
                .map(line -> line.substring("used_memory:".length()).strip())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the server does not report how much memory it uses"));
    }

    static RedisServer anyMaster(RedisCluster cluster, Random random) {
        List<RedisServer> masters = cluster.masters();
        return masters.get(random.nextInt(masters.size()));
    }

    /**
     * Kills a master and makes its replica the master some time later. Half of the time the replica falls behind first: what it has not heard of is lost
     * then. The former master comes back as a replica.
     */
    void failOver(RedisCluster cluster, Random random) throws InterruptedException {
        RedisServer master = anyMaster(cluster, random);
        RedisServer replica = cluster.replicaOf(master);
        long began = System.nanoTime();
        score.failingOver(began);
        try {
            if (random.nextBoolean()) {
                killAhead(master, replica, random);
            } else {
                master.kill();
            }
            pause(4, random);
            cluster.promote(replica);
            pause(2, random);
            master.restart();
            cluster.awaitInOrder();
        } finally {
            score.failedOver(new Failover(began, System.nanoTime()));
        }
        struck.accept(Strike.since(began, RigFault.FAIL_OVER, name(master), null));
    }

    private void killAhead(RedisServer master, RedisServer replica, Random random) throws InterruptedException {
        replica.pause();
        try {
            // What is under way in the network would still arrive.
            master.command("CLIENT KILL TYPE replica");
            pause(1, random);
            master.kill();
        } finally {
            replica.resume();
        }
    }

    /** Moves slots with their records from one master to another, while workers use them. Nothing may get lost by that. */
    void reshard(RedisCluster cluster, Random random) {
        List<RedisServer> masters = new ArrayList<>(cluster.masters());
        Collections.shuffle(masters, random);
        long began = System.nanoTime();
        int slots = SLOTS_AT_LEAST + random.nextInt(SLOTS_AT_MOST - SLOTS_AT_LEAST);
        cluster.moveSlots(masters.get(0), masters.get(1), slots);
        cluster.awaitInOrder();
        struck.accept(Strike.since(began, RigFault.RESHARD, name(masters.get(0)), null));
    }

    private void pause(int leasesAtMost, Random random) throws InterruptedException {
        Thread.sleep((long) (lease.toMillis() * leasesAtMost * random.nextDouble()));
    }

    private static String name(RedisServer server) {
        return "server at port " + server.port();
    }
}
