package dev.semel.torture;

import java.time.Duration;

/** The counters of a run, and the ids under which their counts are in the journal. */
final class CountNames {
    static final String LASTING = "hits.lasting";
    static final String TURNING = "hits.turning";
    static final String ONCE = "once.lasting";
    static final String ONCE_TURNING = "once.turning";
    static final String QUOTA = "quota.turning";
    static final String SESSION = "hits.session";

    /** The limit of {@link #QUOTA}. */
    static final long LIMIT = 4;

    /** How long a session of {@link #SESSION} lasts without a hit. */
    static final Duration IDLE = Duration.ofMillis(700);

    /** How long a session of {@link #SESSION} lasts at most. */
    static final Duration LONGEST = Duration.ofSeconds(3);

    /** Two counters that are counted together only, the second twice what the first is. Their counts have one story, {@link #PAIR}. */
    static final String FIRST = "pair.first";

    static final String SECOND = "pair.second";
    static final String PAIR = "pair.lasting";

    /** The limit of the second of a pair, where it has one. */
    static final long PAIR_LIMIT = 8;

    /** How the subject of a pair begins whose second counter has a limit, and of one that has none. */
    static final String LIMITED = "q";

    static final String UNLIMITED = "p";

    /** Stands for any count where no single one is to blame. */
    static final String ANY = "counts|any";

    /** Stands for what is purged. */
    static final String PURGE = "purge|any";

    private CountNames() {}

    /** Whether the second counter of a pair has a limit. */
    static boolean isLimited(String id) {
        return id.contains("|" + LIMITED);
    }

    /** The id of a count. Both counts of a pair have one. */
    static String id(String counter, String subject) {
        return (counter.equals(FIRST) || counter.equals(SECOND) ? PAIR : counter) + "|" + subject;
    }
}
