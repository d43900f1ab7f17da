package dev.semel.batch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Calls that are sent together, and the outcome of sending them. A batch ends by a field write, which needs neither
 * stack nor memory.
 *
 * @param <P> the calls
 */
public final class Batch<P extends Pending<?>> {
    final List<P> calls = new ArrayList<>();
    final Combiner.Lane<P> lane;
    private final Combiner<P> combiner;
    private @Nullable Map<Object, P> subjects;

    /** Set before the first call may reach a server. */
    volatile boolean sent;

    /** Set if the transport has returned: a call that it left without an answer has no effect and must be sent again. */
    volatile boolean returned;

    /** Set when no thread will answer a call of this batch any more. */
    volatile boolean ended;

    /** Why the transport did not return; written before {@link #ended}. */
    @Nullable
    Throwable failure;

    Batch(Combiner<P> combiner, Combiner.Lane<P> lane) {
        this.combiner = combiner;
        this.lane = lane;
    }

    /** Returns the calls, in their order. */
    public List<P> calls() {
        return calls;
    }

    /** Returns the number of the lane over which they are sent, from 0. */
    public int lane() {
        return lane.number;
    }

    /**
     * Ends a batch whose calls were all answered or must be sent again, and sends the calls that have gathered. A
     * second call does nothing.
     */
    public void end() {
        ended = true;
        combiner.ended(this);
    }

    boolean mayJoin(P call) {
        Object subject = call.subject();
        if (subject == null) {
            return true;
        } else if (subjects == null) {
            subjects = new HashMap<>();
        }
        P present = subjects.putIfAbsent(subject, call);
        return present == null || call.mayTravelWith(present);
    }

    /**
     * Returns whether it has ended, or no caller waits for any of its calls, so that ending it, once more perhaps, does
     * no harm.
     */
    boolean isOfNoUse() {
        if (ended) {
            return true;
        }
        for (P call : calls) {
            if (!call.left && !call.posted && !call.isDone()) {
                return false;
            }
        }
        return true;
    }
}
