package dev.semel.http.guard;

import dev.semel.http.Answer;
import dev.semel.http.Entry;
import dev.semel.time.Backoff;
import dev.semel.time.Timekeeper;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A wait for the end of a request, for a caller that asked for its status. It looks at the record from time to time, on a timed thread, and holds no
 * thread in between. It always ends with an answer.
 */
final class LongPoll {
    private static final Duration FIRST = Duration.ofMillis(20);
    private static final Duration LONGEST = Duration.ofMillis(500);

    private final Timekeeper time;
    private final Waiters.Place place;
    private final Duration limit;
    private final long end;
    private final Backoff pauses = new Backoff(FIRST, LONGEST);
    private final CompletableFuture<Entry> entry = new CompletableFuture<>();

    /**
     * The status at one instant.
     *
     * @param again looks again, which may block; {@code null} if the request is not running
     */
    record Look(Answer answer, @Nullable Supplier<Look> again) {}

    /**
     * Creates a wait.
     *
     * @param place the place that is left at the end
     */
    LongPoll(Timekeeper time, Waiters.Place place, Duration limit) {
        this.time = time;
        this.place = place;
        this.limit = limit;
        this.end = time.nanoTime() + limit.toNanos();
    }

    Entry start(Supplier<Look> again) {
        follow(again);
        return new Entry.Wait(entry);
    }

    /** Looks again after a pause, or at the end of the time. */
    private void follow(Supplier<Look> again) {
        try {
            long left = Math.max(0, end - time.nanoTime());
            Duration pause = Duration.ofNanos(Math.min(left, pauses.next().toNanos()));
            Runnable unused = time.after(pause, () -> look(again));
        } catch (Throwable e) {
            place.leave();
            throw e;
        }
    }

    private void look(Supplier<Look> look) {
        try {
            Look seen = look.get();
            Supplier<Look> again = seen.again();
            if (again != null && time.nanoTime() - end < 0) {
                follow(again);
                return;
            }
            place.leave();
            entry.complete(new Entry.Send(seen.answer().with("Preference-Applied", "wait=" + limit.toSeconds())));
        } catch (Throwable e) {
            place.leave();
            entry.completeExceptionally(e);
        }
    }
}
