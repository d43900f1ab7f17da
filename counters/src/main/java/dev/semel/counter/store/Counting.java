package dev.semel.counter.store;

import dev.semel.counter.store.CountChange.UnknownSubjects;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The rules of counting, for stores that decide in Java and then write on condition that nothing has changed. */
public final class Counting {
    private Counting() {}

    /**
     * Returns the window and count that a change starts from.
     *
     * @param stored the stored count; {@code null} if there is none
     * @return a count of 0 if it resets; {@code null} if there is no such count and the change does not create it
     */
    public static @Nullable StoredCount before(@Nullable StoredCount stored, CountChange change) {
        if (stored == null && change.subjects() == UnknownSubjects.REFUSE) {
            return null;
        }
        if (change.span() instanceof Span.Fixed fixed) {
            return stored == null || stored.start().isBefore(fixed.start())
                    ? new StoredCount(fixed.start(), fixed.end(), 0)
                    : stored;
        }
        Span.Session session = (Span.Session) change.span();
        return stored == null || !session.at().isBefore(stored.end())
                ? new StoredCount(session.at(), session.at().plus(session.idle()), 0)
                : stored;
    }

    /** Returns whether a change is within its limit. */
    public static boolean fits(StoredCount before, CountChange change) {
        return before.count() <= change.limit() - change.amount();
    }

    /** Returns the count after a change. */
    public static StoredCount after(StoredCount before, CountChange change) {
        Instant end = change.span() instanceof Span.Session session ? renewed(before, session) : before.end();
        return new StoredCount(before.start(), end, before.count() + change.amount());
    }

    /** Returns the count after a change is taken back. */
    public static StoredCount without(StoredCount count, CountChange change) {
        return new StoredCount(count.start(), count.end(), Math.max(0, count.count() - change.amount()));
    }

    private static Instant renewed(StoredCount before, Span.Session session) {
        Instant wanted = session.at().plus(session.idle());
        Instant latest = before.start().plus(session.longest());
        Instant end = wanted.isBefore(latest) ? wanted : latest;
        return end.isAfter(before.end()) ? end : before.end();
    }
}
