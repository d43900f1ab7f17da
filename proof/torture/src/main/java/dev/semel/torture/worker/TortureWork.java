package dev.semel.torture.worker;

import dev.semel.Context;
import dev.semel.policy.Reconciler;
import dev.semel.testkit.history.Kind;
import dev.semel.testkit.history.Line;
import dev.semel.torture.protocol.Journal;
import dev.semel.torture.protocol.Point;
import dev.semel.torture.protocol.Points;
import dev.semel.torture.protocol.Profile;
import dev.semel.torture.protocol.Target;
import dev.semel.torture.protocol.Values;
import dev.semel.torture.protocol.WorkerSettings;
import dev.semel.torture.site.Site;
import dev.semel.torture.site.Trouble;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** The work of operations: it takes time, takes effect, and sometimes fails in between. */
final class TortureWork {
    private static final String CHILD = "gateway";

    private final WorkerSettings settings;
    private final Ledger ledger;
    private final Journal journal;
    private final Points points;
    private final AtomicLong numbers = new AtomicLong();
    private volatile long lingersUntil = System.nanoTime();

    TortureWork(WorkerSettings settings, Journal journal, Points points) {
        this.settings = settings;
        this.journal = journal;
        this.points = points;
        this.ledger = new Ledger(settings.folder(), settings.name());
    }

    /** Takes effect in the ledger. */
    String pay(Target target, Context context) {
        points.reach(Point.BEFORE_EFFECT);
        takeTime();
        linger();
        failBefore(target);
        // As the documentation advises before what can't be taken back; half of all do not care.
        if (!context.stillOwner() && isRare(2)) {
            throw new Trouble.NoEffect();
        }
        String effect = nextEffect();
        int padding = padding();
        String value = Values.value(target.id(), target.request(), effect, padding);
        ledger.effect(
                target.id(),
                "u",
                effect,
                "s",
                context.facts().since(),
                "a",
                context.attempt(),
                "q",
                target.request(),
                "ck",
                context.childKey(CHILD),
                "pad",
                padding,
                "own",
                context.stillOwner() ? 1 : 0);
        journal.write(Kind.EFFECT_DONE, target.id(), "u", effect);
        points.reach(Point.AFTER_EFFECT);
        if (target.profile().holds() || target.profile().asks()) {
            failAfter();
        }
        takeTime();
        return value;
    }

    /** Takes effect in a row that commits with the record; a row whose work fails must never be seen. */
    String post(Target target, Site.Page page) {
        points.reach(Point.BEFORE_EFFECT);
        // A transaction on SQLite holds up all writers, so long ones are rare there.
        if (!settings.address().startsWith("sqlite:") || isRare(15)) {
            takeTime();
        }
        String effect = nextEffect();
        String value = Values.value(target.id(), target.request(), effect, padding());
        boolean fails = isRare(8);
        page.post(Line.of(
                        "k",
                        Kind.EFFECT,
                        "t",
                        System.nanoTime(),
                        "w",
                        settings.name(),
                        "id",
                        target.id(),
                        "u",
                        effect,
                        "q",
                        target.request(),
                        "doomed",
                        fails ? 1 : null)
                .json());
        points.reach(Point.AFTER_EFFECT);
        if (fails) {
            throw target.profile().replaysFailures() ? new Trouble.Declined(effect) : new Trouble.NoEffect();
        }
        return value;
    }

    /** Reads in the ledger whether an attempt under the same child key took effect. */
    Reconciler<String> reconciler(Profile profile) {
        return context -> {
            String id = Values.id(
                    profile.operation(),
                    context.facts().scope(),
                    context.facts().key());
            Reconciler.Verdict<String> verdict = ledger.find(id, context.childKey(CHILD))
                    .map(line -> Reconciler.Verdict.happened(
                            Values.value(id, line.text("q"), line.text("u"), (int) line.number("pad"))))
                    .orElseGet(() -> isRare(10) ? Reconciler.Verdict.cannotTell() : Reconciler.Verdict.didNotHappen());
            journal.write(
                    Kind.VERDICT,
                    id,
                    "s",
                    context.facts().since(),
                    "a",
                    context.attempt(),
                    "o",
                    verdict.getClass().getSimpleName());
            return verdict;
        };
    }

    private String nextEffect() {
        return settings.name() + "-" + numbers.incrementAndGet();
    }

    private static int padding() {
        if (isRare(15)) {
            return 20_000 + ThreadLocalRandom.current().nextInt(30_000);
        }
        return isRare(20) ? 20_000 : ThreadLocalRandom.current().nextInt(100);
    }

    /** Lets half of all work with a lease go on until then, so that it needs its lease renewed while others have what they have. */
    void lingerFor(Duration time) {
        lingersUntil = System.nanoTime() + time.toNanos();
    }

    private void linger() {
        long left = lingersUntil - System.nanoTime();
        if (left > 0 && isRare(2)) {
            LockSupport.parkNanos(left);
        }
    }

    /** Takes time: a moment in most cases, sometimes longer than the lease, so that it is renewed. */
    private void takeTime() {
        Duration lease = settings.lease();
        long most = isRare(4) ? lease.toNanos() * 3 / 2 : lease.toNanos() / 20;
        LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(most));
    }

    private static void failBefore(Target target) {
        if (isRare(12)) {
            throw target.profile().replaysFailures() && isRare(2)
                    ? new Trouble.Declined(
                            "declined " + ThreadLocalRandom.current().nextLong())
                    : new Trouble.NoEffect();
        } else if ((target.profile().holds() || target.profile().asks()) && isRare(20)) {
            throw new Trouble.Unclear();
        }
    }

    private static void failAfter() {
        if (isRare(20)) {
            throw new Trouble.Unclear();
        }
    }

    private static boolean isRare(int oneIn) {
        return ThreadLocalRandom.current().nextInt(oneIn) == 0;
    }
}
