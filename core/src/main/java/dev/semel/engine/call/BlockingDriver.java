package dev.semel.engine.call;

import dev.semel.Context;
import dev.semel.Outcome;
import dev.semel.WaitInterruptedException;
import dev.semel.Work;
import dev.semel.engine.store.Lease;
import org.jspecify.annotations.Nullable;

/** Drives a call on the caller's thread: pauses block it, and the work runs on it. */
public final class BlockingDriver {

    private BlockingDriver() {}

    /** Drives a call on the calling thread, which runs the work and waits at pauses. */
    public static <T extends @Nullable Object, C extends Context, X extends Exception> Outcome<T> drive(
            OperationCall<T, C> call, Work.InContext<C, T, X> work) throws X {
        boolean interrupted = false;
        try {
            while (true) {
                // The work has completed, so an interrupt must not keep its result from being stored: it is deferred.
                interrupted |= call.mustFinish() && Thread.interrupted();
                Step<Turn<T, C>> step = call.next();
                if (step instanceof Step.Pause<Turn<T, C>> pause) {
                    interrupted |= pause(call, pause);
                    continue;
                }
                Turn<T, C> turn = ((Step.Done<Turn<T, C>>) step).value();
                if (turn instanceof Turn.Answer<T, C> answer) {
                    return answer.outcome();
                } else if (turn instanceof Turn.Threw<T, C> threw) {
                    throw BlockingDriver.<X>asItIs(threw.given());
                } else if (turn instanceof Turn.Run<T, C> run) {
                    run(call, run.context(), work);
                }
            }
        } finally {
            // A field write, since nothing can be called without stack, and the lease would be renewed forever.
            LeasedSession leased = call.leased;
            Lease lease = leased == null ? null : leased.lease;
            if (lease != null) {
                lease.ended = true;
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static <T extends @Nullable Object, C extends Context, X extends Exception> void run(
            OperationCall<T, C> call, C context, Work.InContext<C, T, X> work) {
        T value;
        try {
            value = work.run(context);
        } catch (Throwable thrown) {
            call.threw(thrown);
            return;
        }
        call.returned(value);
    }

    /** Returns whether the pause was interrupted and the call continues. */
    private static boolean pause(OperationCall<?, ?> call, Step.Pause<?> pause) {
        Throwable given;
        try {
            call.definition().engine().time().await(pause.until(), pause.atMost());
            return false;
        } catch (InterruptedException e) {
            if (call.mustFinish()) {
                return true;
            }
            Thread.currentThread().interrupt();
            given = call.fail(new WaitInterruptedException(e));
        } catch (Throwable thrown) {
            given = call.fail(thrown);
        }
        throw BlockingDriver.<RuntimeException>asItIs(given);
    }

    /** The compiler checks what the work may throw; everything else here is unchecked. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <X extends Throwable> X asItIs(Throwable given) throws X {
        throw (X) given;
    }
}
