package dev.semel.torture.fault;

import dev.semel.servers.DynamoDbLocal;
import dev.semel.servers.FlakyProxy;
import dev.semel.servers.RedisCluster;
import dev.semel.servers.RedisSentinel;
import dev.semel.servers.RedisServer;
import dev.semel.servers.Server;
import dev.semel.torture.book.DynamoDbBooks;
import dev.semel.torture.crew.Crew;
import dev.semel.torture.crew.Place;
import dev.semel.torture.crew.Promotion;
import dev.semel.torture.crew.WorkerProcess;
import dev.semel.torture.judge.Failover;
import dev.semel.torture.protocol.Journal;
import dev.semel.torture.protocol.Point;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Does what is planned to workers, server and network, and writes down what has struck. */
public final class Faults {
    private static final String SERVER = "server";
    private static final String NETWORK = "network";
    private static final long POINT_PATIENCE_MILLIS = 2_500;
    private static final Duration FOLLOWING_PATIENCE = Duration.ofMinutes(2);

    private final Duration lease;
    private final Place place;
    private final Crew crew;
    private final Consumer<Strike> struck;
    private final Score score;
    private final RedisFaults redis;
    /** Held while the network is disturbed, since healing it ends all its faults. */
    private final Lock network = new ReentrantLock();

    public Faults(Duration lease, Place place, Crew crew, Score score, Journal journal) {
        this.lease = lease;
        this.place = place;
        this.crew = crew;
        this.score = score;
        this.struck = strike -> {
            score.struck(strike);
            journal.append(strike.line().json());
        };
        this.redis = new RedisFaults(lease, score, struck);
    }

    void strike(Schedule.Planned planned) throws InterruptedException {
        Random random = new Random(planned.seed());
        switch (planned.fault()) {
            case KILL -> crew.withOne(random, this::kill);
            case KILL_AT_POINT -> crew.withOne(random, worker -> killAtPoint(worker, random));
            case PAUSE -> crew.withOne(random, worker -> pause(worker, random, null, null));
            case PAUSE_AT_POINT -> crew.withOne(random, worker -> pauseAtPoint(worker, random));
            case CRASH_SERVER -> crash(server(), random);
            case FREEZE_SERVER -> freeze(server(), random);
            case FILL_MEMORY -> redis.fillMemory(redisServer(random), random);
            case RESHARD -> redis.reshard(Objects.requireNonNull(place.cluster()), random);
            case PROMOTE_STANDBY -> promote(Objects.requireNonNull(place.promotion()), random);
            case RUN_POOL_DRY -> crew.withOne(random, worker -> runPoolDry(worker, random));
            case FAIL_OVER -> failOver(random);
            default -> disturb(Objects.requireNonNull(place.proxy()), planned.fault(), random);
        }
    }

    private Server server() {
        return Objects.requireNonNull(place.server());
    }

    private RedisServer redisServer(Random random) {
        RedisCluster cluster = place.cluster();
        return cluster == null ? (RedisServer) server() : RedisFaults.anyMaster(cluster, random);
    }

    private void failOver(Random random) throws InterruptedException {
        RedisCluster cluster = place.cluster();
        if (cluster == null) {
            failOver(Objects.requireNonNull(place.group()), random);
        } else {
            redis.failOver(cluster, random);
        }
    }

    private void kill(WorkerProcess worker) throws InterruptedException {
        long began = System.nanoTime();
        worker.kill();
        worker.awaitEnd(10_000);
        struck.accept(Strike.since(began, RigFault.KILL, worker.name(), null));
    }

    /** Kills a worker at a point, or wherever it is if it does not reach the point in time. */
    private void killAtPoint(WorkerProcess worker, Random random) throws InterruptedException {
        Point point = any(place.points(), random);
        long began = System.nanoTime();
        worker.dieAt(point);
        if (worker.awaitEnd(POINT_PATIENCE_MILLIS)) {
            struck.accept(Strike.since(began, RigFault.KILL_AT_POINT, worker.name(), point));
        } else {
            kill(worker);
        }
    }

    private void pauseAtPoint(WorkerProcess worker, Random random) throws InterruptedException {
        List<Point> points = place.points().stream().filter(Point::canStand).toList();
        Point point = any(points, random);
        pause(worker, random, point, worker.standAt(point, POINT_PATIENCE_MILLIS));
    }

    /**
     * Pauses a worker for a tenth of a lease to five leases; short pauses are more frequent.
     *
     * @param until when a worker that waits at the point goes on; {@code null} if it never came there
     */
    private void pause(WorkerProcess worker, Random random, @Nullable Point point, @Nullable Long until)
            throws InterruptedException {
        long began = System.nanoTime();
        worker.pause();
        boolean there = until != null && System.nanoTime() < until;
        try {
            Thread.sleep((long) (lease.toMillis() * 0.1 * Math.pow(50, random.nextDouble())));
        } finally {
            worker.resume();
        }
        // A worker that had left the point before it was stopped was paused wherever it was.
        RigFault fault = there ? RigFault.PAUSE_AT_POINT : RigFault.PAUSE;
        struck.accept(Strike.since(began, fault, worker.name(), there ? point : null));
    }

    /** Exhausts a worker's pool for 4 to 20 leases. The worker is not struck meanwhile: a dead or paused one would show nothing. */
    private void runPoolDry(WorkerProcess worker, Random random) throws InterruptedException {
        long millis = (long) (lease.toMillis() * 4 * Math.pow(5, random.nextDouble()));
        long began = System.nanoTime();
        worker.runDry(millis);
        Thread.sleep(millis);
        struck.accept(Strike.since(began, RigFault.RUN_POOL_DRY, worker.name(), null));
    }

    private static Point any(List<Point> points, Random random) {
        return points.get(random.nextInt(points.size()));
    }

    private void crash(Server server, Random random) throws InterruptedException {
        long began = System.nanoTime();
        if (server instanceof DynamoDbLocal) {
            killAfterCommits(server, Objects.requireNonNull(place.proxy()));
        } else {
            server.kill();
        }
        Thread.sleep(random.nextInt(800));
        server.restart();
        struck.accept(Strike.since(began, RigFault.CRASH_SERVER, SERVER, null));
    }

    /**
     * Kills DynamoDB Local after its queued commits. It answers a transaction once its commit is queued, and if it is killed before that is done, it forgets what it has acknowledged, as DynamoDB
     * never would. So replies are held back, and all acknowledged commits are awaited, before it is killed.
     */
    private void killAfterCommits(Server server, FlakyProxy proxy) throws InterruptedException {
        network.lock();
        try {
            proxy.dropReplies();
            DynamoDbBooks.awaitCommits(Objects.requireNonNull(place.direct()));
            server.kill();
        } finally {
            proxy.heal();
            network.unlock();
        }
    }

    private void freeze(Server server, Random random) throws InterruptedException {
        long began = System.nanoTime();
        server.pause();
        try {
            Thread.sleep((long) (lease.toMillis() * 2 * random.nextDouble()));
        } finally {
            server.resume();
        }
        struck.accept(Strike.since(began, RigFault.FREEZE_SERVER, SERVER, null));
    }

    /** Promotes the standby. In most cases it is cut off first, so that what the primary acknowledges alone is lost. */
    private void promote(Promotion promotion, Random random) throws InterruptedException {
        long began = System.nanoTime();
        if (promotion.mayForget()) {
            score.failingOver(began);
        }
        if (random.nextInt(4) > 0) {
            promotion.cutOff();
            Thread.sleep((long) (lease.toMillis() * (1 + 4 * random.nextDouble())));
        }
        promotion.promote();
        if (promotion.mayForget()) {
            score.failedOver(new Failover(began, System.nanoTime()));
        }
        promotion.addStandby();
        struck.accept(Strike.since(began, RigFault.PROMOTE_STANDBY, SERVER, null));
    }

    /** Fails over to the replica. In half of the cases it falls behind first, so that what it has not received is lost. */
    private void failOver(RedisSentinel group, Random random) throws InterruptedException {
        RedisServer master = group.master();
        boolean behind = random.nextBoolean();
        List<RedisServer> replicas =
                group.nodes().stream().filter(node -> behind && node != master).toList();
        long began = System.nanoTime();
        score.failingOver(began);
        replicas.forEach(RedisServer::pause);
        if (behind) {
            // What is under way in the network would still arrive.
            master.command("CLIENT KILL TYPE replica");
            Thread.sleep((long) (lease.toMillis() * random.nextDouble()));
        }
        try {
            master.kill();
            replicas.forEach(RedisServer::resume);
            group.awaitMasterOtherThan(master);
            master.restart();
            awaitFollowing(group);
        } finally {
            score.failedOver(new Failover(began, System.nanoTime()));
        }
        struck.accept(Strike.since(began, RigFault.FAIL_OVER, SERVER, null));
    }

    /**
     * Waits until the former master follows the new one. Until then it acts as a master, and its acknowledged writes are lost. The next failover needs a replica as well. Sentinels that
     * were in doubt may have made the former one the master once more.
     */
    private static void awaitFollowing(RedisSentinel group) throws InterruptedException {
        long deadline = System.nanoTime() + FOLLOWING_PATIENCE.toNanos();
        while (!isInOrder(group)) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException(
                        "no server follows the other one " + FOLLOWING_PATIENCE + " after a failover");
            }
            Thread.sleep(50);
        }
    }

    /** Returns whether there is one master, also for the Sentinels, and all others follow it. */
    private static boolean isInOrder(RedisSentinel group) {
        try {
            RedisServer master = group.master();
            return group.nodes().stream()
                    .allMatch(node -> node.command("INFO replication")
                            .contains(node == master ? "role:master" : "master_link_status:up"));
        } catch (IllegalStateException e) {
            return false; // one of them is just starting
        }
    }

    private void disturb(FlakyProxy proxy, RigFault fault, Random random) throws InterruptedException {
        network.lock();
        try {
            disturbAlone(proxy, fault, random);
        } finally {
            network.unlock();
        }
    }

    private void disturbAlone(FlakyProxy proxy, RigFault fault, Random random) throws InterruptedException {
        long began = System.nanoTime();
        long cuts = proxy.cuts();
        switch (fault) {
            case LOSE_REPLY -> proxy.loseNextReply();
            case LOSE_REQUEST -> proxy.loseNextRequest();
            case CUT_WITHIN_REPLY -> proxy.cutAfterReplyBytes(1 + random.nextInt(2_000));
            case CUT -> proxy.cut();
            default -> {
                disturbForAWhile(proxy, fault, random);
                return;
            }
        }
        // What waits for the next request strikes when there is one.
        for (int i = 0; i < 100 && proxy.cuts() == cuts; i++) {
            Thread.sleep(5);
        }
        if (proxy.cuts() > cuts) {
            struck.accept(Strike.since(began, fault, NETWORK, null));
        }
    }

    private void disturbForAWhile(FlakyProxy proxy, RigFault fault, Random random) throws InterruptedException {
        long began = System.nanoTime();
        switch (fault) {
            case DELAY -> {
                proxy.delayRequests(Duration.ofMillis(random.nextInt(60)));
                proxy.delayReplies(Duration.ofMillis(random.nextInt(60)));
            }
            case SWALLOW_REPLIES -> proxy.dropReplies();
            case SWALLOW_REQUESTS -> proxy.dropRequests();
            default -> proxy.refuse();
        }
        try {
            Thread.sleep((long) (lease.toMillis() * 1.5 * random.nextDouble()));
        } finally {
            proxy.heal();
        }
        struck.accept(Strike.since(began, fault, NETWORK, null));
    }
}
