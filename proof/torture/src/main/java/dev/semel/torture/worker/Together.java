package dev.semel.torture.worker;

import dev.semel.StoreException;
import dev.semel.counter.CountTogether;
import dev.semel.counter.Counter;
import dev.semel.counter.Counters;
import dev.semel.counter.Window;
import dev.semel.testkit.history.Kind;
import dev.semel.torture.protocol.CountNames;
import dev.semel.torture.protocol.Journal;
import dev.semel.torture.protocol.WorkerSettings;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/**
 * Counting in two counters together, once under a key, with a take-back now and then. The second counter is counted twice what the first one is, and
 * neither is ever counted alone. So every answer with both shows twice as much in the second, and a change to the wrong one shows.
 */
final class Together {
    private static final Duration FOR_THE_RUN = Duration.ofDays(1);
    private static final int TRIES = 12;
    private static final int LOOKS = 5;

    private final WorkerSettings settings;
    private final Journal journal;
    private final Counters counters;

    Together(WorkerSettings settings, Counters counters, Journal journal) {
        this.settings = settings;
        this.journal = journal;
        this.counters = counters;
    }

    /** How it went with all attempts under a key. */
    private enum Ending {
        COUNTED,
        REFUSED,
        UNKNOWN
    }

    /**
     * Counts, and takes back in a third of all cases. An increment whose outcome is unknown is taken back as well, as by a client that gives up. A take-back is sometimes repeated, and sometimes followed by a new increment under the same key, which is free then.
     */
    void random(Random random, long slot, String key) throws InterruptedException {
        String kind = random.nextBoolean() ? CountNames.LIMITED : CountNames.UNLIMITED;
        String subject = kind + slot + "-" + random.nextInt(2) + settings.tag();
        Pair pair = new Pair(subject, 1L + random.nextInt(3), key);
        Ending ending = pair.count(random.nextInt(4) == 0);
        if (ending == Ending.REFUSED || random.nextInt(ending == Ending.UNKNOWN ? 2 : 3) != 0) {
            return;
        }
        boolean back = pair.takeBack() && (random.nextInt(3) != 0 || pair.takeBack());
        if (back && random.nextInt(3) == 0) {
            pair.count(false);
        }
    }

    private Counter counter(String name) {
        return counters.counter(name, Window.every(Duration.ofDays(10_000))).build();
    }

    /**
     * Writes both counts into the journal at the end. A call that its client gave up on may be applied between the two reads. So both are read again if they do not fit; a late call is applied once only.
     */
    void read(String id) throws InterruptedException {
        String subject = id.substring(id.indexOf('|') + 1);
        for (int look = 1; ; look++) {
            long began = System.nanoTime();
            long first = counter(CountNames.FIRST).current(subject).count();
            long second = counter(CountNames.SECOND).current(subject).count();
            if (second == 2 * first || look == LOOKS) {
                journal.write(Kind.COUNT_READ, id, "b", began, "count", first, "other", second);
                return;
            }
            Thread.sleep(100);
        }
    }

    /** One thing that is counted. */
    private final class Pair {
        private final String subject;
        private final String id;
        private final long amount;
        private final String key;

        Pair(String subject, long amount, String key) {
            this.subject = subject;
            this.id = CountNames.PAIR + "|" + subject;
            this.amount = amount;
            this.key = key;
        }

        private CountTogether changes() {
            return counters.together(subject)
                    .add(counter(CountNames.FIRST), amount)
                    .tryAdd(
                            counter(CountNames.SECOND),
                            2 * amount,
                            CountNames.isLimited(id) ? CountNames.PAIR_LIMIT : Long.MAX_VALUE)
                    .once(key, FOR_THE_RUN);
        }

        /** Retries under the same key, as a client without an answer does, and once more after an answer if {@code again}, as a client that lost it does. */
        Ending count(boolean again) throws InterruptedException {
            boolean once = !again;
            for (int tries = 0; tries < TRIES; tries++) {
                long began = System.nanoTime();
                write(Kind.COUNT, began, List.of());
                try {
                    CountTogether.Result result = changes().apply();
                    List<Long> counts = result.quotas().stream()
                            .map(quota -> quota.tally().count())
                            .toList();
                    write(result.granted() ? Kind.COUNTED : Kind.COUNT_REFUSED, began, counts);
                    if (once || !result.granted()) {
                        return result.granted() ? Ending.COUNTED : Ending.REFUSED;
                    }
                    once = true;
                } catch (StoreException e) {
                    Thread.sleep(50);
                }
            }
            return Ending.UNKNOWN;
        }

        /** Returns whether it was acknowledged. */
        boolean takeBack() throws InterruptedException {
            for (int tries = 0; tries < TRIES; tries++) {
                long began = System.nanoTime();
                write(Kind.TAKE_BACK, began, List.of());
                try {
                    changes().takeBack();
                    write(Kind.TAKEN_BACK, began, List.of());
                    return true;
                } catch (StoreException e) {
                    Thread.sleep(50);
                }
            }
            return false;
        }

        private void write(Kind kind, long began, List<Long> counts) {
            boolean isBegin = kind == Kind.COUNT || kind == Kind.TAKE_BACK;
            journal.write(
                    kind,
                    id,
                    "b",
                    isBegin ? null : began,
                    "key",
                    key,
                    "am",
                    amount,
                    "count",
                    counts.isEmpty() ? null : counts.get(0),
                    "other",
                    counts.isEmpty() ? null : counts.get(1));
        }
    }
}
