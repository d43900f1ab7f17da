package dev.semel.torture.worker;

import dev.semel.StoreException;
import dev.semel.counter.Counter;
import dev.semel.counter.Counters;
import dev.semel.counter.Quota;
import dev.semel.counter.Tally;
import dev.semel.counter.Window;
import dev.semel.counter.store.CounterStore;
import dev.semel.testkit.history.Kind;
import dev.semel.torture.layer.LittleStack;
import dev.semel.torture.protocol.CountNames;
import dev.semel.torture.protocol.Journal;
import dev.semel.torture.protocol.WorkerSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The counting of clients: with and without a key, alone and together, in a window that lasts, in windows that turn, and up to a limit. */
final class Counts {
    private static final Duration TURN = Duration.ofSeconds(2);
    private static final long SLOT_MILLIS = 6_000;
    private static final int TRIES = 12;

    private final WorkerSettings settings;
    private final Journal journal;
    private final Counters counters;
    private final LittleStack stack;
    private final Together together;
    private final AtomicLong numbers = new AtomicLong();

    Counts(WorkerSettings settings, CounterStore store, Journal journal) {
        this.settings = settings;
        this.journal = journal;
        this.stack = new LittleStack(settings.overflowsPerMille());
        this.counters = Counters.on(store).clock(settings.clock());
        this.together = new Together(settings, counters, journal);
    }

    void purge() {
        counters.purge(100);
    }

    /** Counts something. */
    void random(Random random) throws InterruptedException {
        long slot = (System.nanoTime() - settings.start()) / 1_000_000 / SLOT_MILLIS;
        String subject = settings.tag() + "s" + slot + "-" + random.nextInt(3);
        long amount = 1L + random.nextInt(3);
        switch (random.nextInt(6)) {
            case 0 -> add(CountNames.LASTING, subject, amount);
            case 1 -> add(CountNames.TURNING, subject, amount);
            case 2 -> once(CountNames.ONCE, subject, amount);
            case 3 -> once(CountNames.ONCE_TURNING, subject, amount);
            case 4 -> tryAdd(subject, amount);
            default -> hit(settings.tag() + "s" + slot, amount);
        }
        if (random.nextBoolean()) {
            together.random(random, slot, nextNumber());
        }
    }

    private Counter counter(String name) {
        boolean lasts = name.equals(CountNames.LASTING) || name.equals(CountNames.ONCE);
        Window every = Window.every(lasts ? Duration.ofDays(10_000) : TURN);
        return counters.counter(
                        name,
                        name.equals(CountNames.SESSION) ? Window.session(CountNames.IDLE, CountNames.LONGEST) : every)
                .build();
    }

    /** Adds a hit that renews a session; the answer has the end of the session. There is one subject at a time, or most sessions would have one hit. */
    private void hit(String subject, long amount) {
        Adding adding = new Adding(CountNames.SESSION, subject, amount, nextNumber(), null);
        long began = adding.begin();
        long clock = settings.clock().millis();
        try {
            adding.hit(
                    began, clock, stack.call(() -> counter(CountNames.SESSION).add(subject, amount)));
        } catch (StoreException | LittleStack.Overflow e) {
            return; // unknown whether it was counted
        }
    }

    private void add(String counter, String subject, long amount) {
        Adding adding = new Adding(counter, subject, amount, nextNumber(), null);
        long began = adding.begin();
        try {
            adding.counted(began, stack.call(() -> counter(counter).add(subject, amount)));
        } catch (StoreException | LittleStack.Overflow e) {
            return; // unknown whether it was counted
        }
    }

    /** Retries under the same key, as a client without an answer does. */
    private void once(String counter, String subject, long amount) throws InterruptedException {
        String key = nextNumber();
        Adding adding = new Adding(counter, subject, amount, key, key);
        for (int tries = 0; tries < TRIES; tries++) {
            long began = adding.begin();
            try {
                adding.counted(began, stack.call(() -> counter(counter).addOnce(subject, amount, key)));
                if (tries > 1 || numbers.get() % 4 != 0) {
                    return;
                }
            } catch (StoreException | LittleStack.Overflow e) {
                Thread.sleep(50);
            }
        }
    }

    private void tryAdd(String subject, long amount) {
        Adding adding = new Adding(CountNames.QUOTA, subject, amount, nextNumber(), null);
        long began = adding.begin();
        try {
            Quota quota = stack.call(() -> counter(CountNames.QUOTA).tryAdd(subject, amount, CountNames.LIMIT));
            if (quota.granted()) {
                adding.counted(began, quota.tally());
            } else {
                adding.refused(began, quota.tally());
            }
        } catch (StoreException | LittleStack.Overflow e) {
            return; // unknown whether it was counted
        }
    }

    private String nextNumber() {
        return settings.tag() + settings.name() + "-" + numbers.incrementAndGet();
    }

    /** Writes down what a count is at the end. */
    void read(String id) throws InterruptedException {
        if (id.startsWith(CountNames.PAIR)) {
            together.read(id);
            return;
        }
        String[] parts = id.split("\\|", 2);
        long began = System.nanoTime();
        Tally tally = counter(parts[0]).current(parts[1]);
        journal.write(Kind.COUNT_READ, id, "b", began, "count", tally.count());
    }

    /** One increment. */
    private final class Adding {
        private final String id;
        private final long amount;
        private final String call;
        private final @Nullable String key;

        Adding(String counter, String subject, long amount, String call, @Nullable String key) {
            this.id = counter + "|" + subject;
            this.amount = amount;
            this.call = call;
            this.key = key;
        }

        long begin() {
            long began = System.nanoTime();
            journal.write(Kind.COUNT, id, "c", call, "am", amount, "key", key);
            return began;
        }

        void counted(long began, Tally tally) {
            write(Kind.COUNTED, began, tally);
        }

        void refused(long began, Tally tally) {
            write(Kind.COUNT_REFUSED, began, tally);
        }

        /** Writes a hit of a session, which is identified by its start, since its end moves. */
        void hit(long began, long clock, Tally tally) {
            long start = Instant.parse(tally.window()).toEpochMilli();
            journal.write(
                    Kind.COUNTED,
                    id,
                    "b",
                    began,
                    "c",
                    call,
                    "am",
                    amount,
                    "count",
                    tally.count(),
                    "end",
                    start,
                    "clock",
                    clock,
                    "till",
                    tally.resetsAt().toEpochMilli());
        }

        private void write(Kind kind, long began, Tally tally) {
            journal.write(
                    kind,
                    id,
                    "b",
                    began,
                    "c",
                    call,
                    "am",
                    amount,
                    "key",
                    key,
                    "count",
                    tally.count(),
                    "end",
                    tally.resetsAt().toEpochMilli());
        }
    }
}
