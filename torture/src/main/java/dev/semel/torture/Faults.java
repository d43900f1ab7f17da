package dev.semel.torture;

import dev.semel.servers.FlakyProxy;
import dev.semel.servers.RedisSentinel;
import dev.semel.servers.RedisServer;
import dev.semel.servers.Server;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Random;

/** Does what is planned to workers, server and network, and keeps the score of what has struck. */
final class Faults {
    private static final long POINT_PATIENCE_MILLIS = 2_500;
    private static final List<Point> POINTS = List.of(Point.values());

    private final Duration lease;
    private final Place place;
    private final Crew crew;
    private final Score score;

    Faults(Duration lease, Place place, Crew crew, Score score) {
        this.lease = lease;
        this.place = place;
        this.crew = crew;
        this.score = score;
    }

    void strike(Schedule.Planned planned) throws InterruptedException {
        Random random = new Random(planned.seed());
        switch (planned.fault()) {
            case KILL -> crew.withOne(random, this::kill);
            case KILL_AT_POINT -> crew.withOne(random, worker -> killAtPoint(worker, random));
            case PAUSE -> crew.withOne(random, worker -> pause(worker, random, Fault.PAUSE));
            case PAUSE_AT_POINT -> crew.withOne(random, worker -> pauseAtPoint(worker, random));
            case CRASH_SERVER -> crash(server(), random);
            case FREEZE_SERVER -> freeze(server(), random);
            case FAIL_OVER -> failOver(Objects.requireNonNull(place.group()), random);
            default -> disturb(Objects.requireNonNull(place.proxy()), planned.fault(), random);
        }
    }

    private Server server() {
        return Objects.requireNonNull(place.server());
    }

    private void kill(WorkerProcess worker) throws InterruptedException {
        worker.kill();
        worker.awaitEnd(10_000);
        score.struck(Fault.KILL);
    }

    /** One that does not get to the point in time is killed wherever it is. */
    private void killAtPoint(WorkerProcess worker, Random random) throws InterruptedException {
        worker.dieAt(any(random));
        if (worker.awaitEnd(POINT_PATIENCE_MILLIS)) {
            score.struck(Fault.KILL_AT_POINT);
        } else {
            kill(worker);
        }
    }

    private void pauseAtPoint(WorkerProcess worker, Random random) throws InterruptedException {
        boolean there = worker.standAt(any(random), POINT_PATIENCE_MILLIS);
        pause(worker, random, there ? Fault.PAUSE_AT_POINT : Fault.PAUSE);
    }

    /** For a tenth of a lease to five of them, more often for short than for long. */
    private void pause(WorkerProcess worker, Random random, Fault fault) throws InterruptedException {
        worker.pause();
        try {
            Thread.sleep((long) (lease.toMillis() * 0.1 * Math.pow(50, random.nextDouble())));
        } finally {
            worker.resume();
        }
        score.struck(fault);
    }

    private static Point any(Random random) {
        return POINTS.get(random.nextInt(POINTS.size()));
    }

    private void crash(Server server, Random random) throws InterruptedException {
        server.kill();
        Thread.sleep(random.nextInt(800));
        server.restart();
        score.struck(Fault.CRASH_SERVER);
    }

    private void freeze(Server server, Random random) throws InterruptedException {
        server.pause();
        try {
            Thread.sleep((long) (lease.toMillis() * 2 * random.nextDouble()));
        } finally {
            server.resume();
        }
        score.struck(Fault.FREEZE_SERVER);
    }

    /** Half of the time the replica falls behind first: what it has not heard of is lost then. */
    private void failOver(RedisSentinel group, Random random) throws InterruptedException {
        RedisServer master = group.master();
        boolean behind = random.nextBoolean();
        List<RedisServer> replicas =
                group.nodes().stream().filter(node -> behind && node != master).toList();
        replicas.forEach(RedisServer::pause);
        if (behind) {
            // What is under way in the network would still arrive.
            master.command("CLIENT KILL TYPE replica");
            Thread.sleep((long) (lease.toMillis() * random.nextDouble()));
        }
        master.kill();
        replicas.forEach(RedisServer::resume);
        group.awaitMasterOtherThan(master);
        master.restart();
        // The next one needs a replica that the Sentinels know of.
        Thread.sleep(3_000);
        score.struck(Fault.FAIL_OVER);
    }

    private void disturb(FlakyProxy proxy, Fault fault, Random random) throws InterruptedException {
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
            score.struck(fault);
        }
    }

    private void disturbForAWhile(FlakyProxy proxy, Fault fault, Random random) throws InterruptedException {
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
        score.struck(fault);
    }
}
