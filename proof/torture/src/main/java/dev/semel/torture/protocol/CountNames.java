package dev.semel.torture.protocol;

import java.time.Duration;

/** The counters of a run, and the ids under which their counts are in the journal. */
public final class CountNames {
    public static final String LASTING = "hits.lasting";
    public static final String TURNING = "hits.turning";
    public static final String ONCE = "once.lasting";
    public static final String ONCE_TURNING = "once.turning";
    public static final String QUOTA = "quota.turning";
    public static final String SESSION = "hits.session";

    /** The limit of {@link #QUOTA}. */
    public static final long LIMIT = 4;

    /** How long a session of {@link #SESSION} lasts without a hit. */
    public static final Duration IDLE = Duration.ofMillis(700);

    /** How long a session of {@link #SESSION} lasts at most. */
    public static final Duration LONGEST = Duration.ofSeconds(3);

    /** Two counters that are counted together only, the second twice what the first is. Their counts have one story, {@link #PAIR}. */
    public static final String FIRST = "pair.first";

    public static final String SECOND = "pair.second";
    public static final String PAIR = "pair.lasting";

    /** The limit of the second of a pair, where it has one. */
    public static final long PAIR_LIMIT = 8;

    /** How the subject of a pair begins whose second counter has a limit, and of one that has none. */
    public static final String LIMITED = "q";

    public static final String UNLIMITED = "p";

    /** Stands for any count where no single one is to blame. */
    public static final String ANY = "counts|any";

    /** Stands for what is purged. */
    public static final String PURGE = "purge|any";

    private CountNames() {}

    /** Returns whether the second counter of a pair has a limit. */
    public static boolean isLimited(String id) {
        return id.contains("|" + LIMITED);
    }

    /** Returns the id of a count. Both counts of a pair have one. */
    public static String id(String counter, String subject) {
        return (counter.equals(FIRST) || counter.equals(SECOND) ? PAIR : counter) + "|" + subject;
    }
}
