package dev.semel.torture.worker;

import dev.semel.Facts;
import dev.semel.LeaseLostException;
import dev.semel.NotRecordedException;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.ResultNotKeptException;
import dev.semel.StoreException;
import dev.semel.testkit.history.Kind;
import dev.semel.torture.layer.Deadlocks;
import dev.semel.torture.layer.LittleStack;
import dev.semel.torture.protocol.Hidden;
import dev.semel.torture.protocol.Journal;
import dev.semel.torture.protocol.Target;
import dev.semel.torture.protocol.Values;
import dev.semel.torture.protocol.WorkerSettings;
import dev.semel.torture.site.Site;
import dev.semel.torture.site.Trouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Makes one attempt for a client, and writes its outcome into the journal. */
final class Caller {
    private final WorkerSettings settings;
    private final Site site;
    private final Operations operations;
    private final TortureWork work;
    private final Journal journal;
    private final Executor asynchronous;
    private final Hidden hidden;
    private final AtomicLong calls = new AtomicLong();

    Caller(
            WorkerSettings settings,
            Site site,
            Operations operations,
            TortureWork work,
            Journal journal,
            Executor asynchronous) {
        this.settings = settings;
        this.site = site;
        this.operations = operations;
        this.work = work;
        this.journal = journal;
        this.asynchronous = asynchronous;
        this.hidden = Hidden.of(settings.address());
    }

    /** What a client makes of an attempt. */
    enum Ending {
        /** There is an answer, for good. */
        FINAL,
        /** To be tried again with the same key. */
        AGAIN,
        /** Another request has the key. */
        MISMATCH
    }

    Ending call(Target target) {
        String call = settings.name() + "-" + calls.incrementAndGet();
        long began = System.nanoTime();
        journal.write(Kind.CALL, target.id(), "c", call, "q", target.request());
        String ending;
        Facts facts = null;
        String value = null;
        String failure = null;
        String hash = null;
        try {
            Outcome<String> outcome = attempt(target);
            ending = outcome.getClass().getSimpleName();
            facts = factsOf(outcome);
            value = outcome.hasValue() ? outcome.orThrow() : null;
            hash = value == null ? null : Values.hashOfValue(value);
            if (outcome instanceof Outcome.FailureReplayed<String> replayed) {
                failure = replayed.failure().message();
                hash = Values.hashOfFailure(replayed.failure().type(), failure);
            }
        } catch (RuntimeException e) {
            ending = hidden.in(endingOf(e));
            if (e instanceof Trouble.Declined) {
                failure = e.getMessage();
                hash = Values.hashOfFailure(e.getClass().getName(), failure);
            }
        } catch (LittleStack.Overflow e) {
            ending = "Overflow";
        } catch (Error e) {
            ending = hidden.in(unexpected(e));
        }
        journal.write(
                Kind.ANSWER,
                target.id(),
                "b",
                began,
                "c",
                call,
                "q",
                target.request(),
                "o",
                ending,
                "s",
                facts == null ? null : facts.since(),
                "u",
                value == null ? null : Values.effectOf(value),
                "h",
                hash,
                "f",
                failure);
        return meaningOf(ending, target);
    }

    /** Writes down that a client begins with something that is no attempt at a record. */
    String begin(String id) {
        String call = settings.name() + "-" + calls.incrementAndGet();
        journal.write(Kind.BEGIN, id, "c", call);
        return call;
    }

    void end(String id, String call) {
        journal.write(Kind.END, id, "c", call);
    }

    /** Writes an exception into the journal that must not be thrown, where no record is to blame. */
    void report(String id, Throwable thrown) {
        String ending = thrown instanceof Error error ? unexpected(error) : "Unexpected " + thrown;
        journal.write(Kind.ANSWER, id, "o", hidden.in(ending));
    }

    /** Returns a worker without memory can't go on, and that is a failure of the rig. */
    private static String unexpected(Error thrown) {
        if (thrown instanceof OutOfMemoryError) {
            throw thrown;
        }
        return "Unexpected " + thrown;
    }

    private Outcome<String> attempt(Target target) {
        Operation<String> operation = operations.of(target);
        return switch (target.profile().mode()) {
            case LEASED -> operation.attempt(target.key(), target.request(), context -> work.pay(target, context));
            case ASYNC ->
                joined(operation.attemptAsync(
                        target.key(),
                        target.request(),
                        context -> CompletableFuture.supplyAsync(() -> work.pay(target, context), asynchronous)));
            case BOOKED -> site.book(operation, target.key(), target.request(), page -> work.post(target, page));
        };
    }

    private static Outcome<String> joined(CompletableFuture<Outcome<String>> answer) {
        try {
            return answer.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof LittleStack.Overflow overflow) {
                throw overflow;
            }
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    private static @Nullable Facts factsOf(Outcome<String> outcome) {
        if (outcome instanceof Outcome.Executed<String> executed) {
            return executed.facts();
        } else if (outcome instanceof Outcome.Replayed<String> replayed) {
            return replayed.facts();
        }
        return outcome instanceof Outcome.FailureReplayed<String> failed ? failed.facts() : null;
    }

    private static String endingOf(RuntimeException thrown) {
        boolean expected = thrown instanceof Trouble
                || thrown instanceof StoreException
                || thrown instanceof LeaseLostException
                || thrown instanceof NotRecordedException;
        if (thrown instanceof ResultNotKeptException) {
            return "NotKept";
        }
        if (Deadlocks.isIn(thrown)) {
            return "Unexpected deadlock: " + thrown.getMessage();
        }
        String name = thrown.getClass().getSimpleName();
        return expected ? name : "Unexpected " + name + ": " + thrown.getMessage() + " " + thrown.getCause();
    }

    static Ending meaningOf(String ending, Target target) {
        return switch (ending) {
            case "Executed", "Replayed", "FailureReplayed", "Declined", "Unprotected", "NotKept" -> Ending.FINAL;
            case "InDoubt" -> target.profile().holds() ? Ending.FINAL : Ending.AGAIN;
            case "Mismatched" -> Ending.MISMATCH;
            default -> Ending.AGAIN;
        };
    }
}
