package dev.semel.simulation;

import dev.semel.Context;
import dev.semel.Facts;
import dev.semel.Fingerprint;
import dev.semel.Fingerprinter;
import dev.semel.Outcome;
import dev.semel.RecordState;
import dev.semel.StoreException;
import dev.semel.policy.Reconciler.Verdict;
import dev.semel.simulation.Settings.Abandonment;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.Nonce;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import dev.semel.store.Store;
import dev.semel.store.StoredRecord;
import dev.semel.testkit.mutant.Mutant;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Engines on a correct store that each have one bug, as libraries in the field have. */
final class BrokenEngines {

    private BrokenEngines() {}

    static Simulation.Guards with(Mutant mistake) {
        return (simulation, node, store) -> new NaiveEngine(simulation, node, store, mistake);
    }

    private record NaiveEngine(Simulation simulation, Node node, Store store, Mutant mistake) implements Guard {
        private static final Random NONCES = new Random(1);
        private static final int LOOKS = 60;
        private static final Duration REMEMBERED = Duration.ofHours(1);

        @Override
        public CompletableFuture<Outcome<String>> call(
                String key, String request, Function<Context, CompletionStage<String>> work) {
            CompletableFuture<Outcome<String>> answer = new CompletableFuture<>();
            node.execute(() -> guarded(answer, () -> claim(key, request, work, answer)));
            return answer;
        }

        private static void guarded(CompletableFuture<?> answer, Runnable step) {
            try {
                step.run();
            } catch (RuntimeException e) {
                answer.completeExceptionally(e);
            }
        }

        private void claim(
                String key,
                String request,
                Function<Context, CompletionStage<String>> work,
                CompletableFuture<Outcome<String>> answer) {
            RecordId id = new RecordId(Simulation.OPERATION, "", key);
            Fingerprint fingerprint = Fingerprinter.byValue().of(request);
            boolean takesOver = !is(Abandonment.HOLD) || mistake == Mutant.RUNS_WHAT_IS_HELD;
            LeaseTerms terms = new LeaseTerms(
                    simulation.settings().lease(),
                    is(Abandonment.RUN_AGAIN) ? simulation.settings().retention() : null);
            Nonce nonce = new Nonce(NONCES.nextLong(), NONCES.nextLong());
            ClaimResult result;
            try {
                result = store.claim(new ClaimRequest(id, fingerprint, () -> nonce, terms, takesOver));
            } catch (RuntimeException e) {
                if (mistake != Mutant.KEEPS_WHAT_IT_DID_NOT_RUN) {
                    node.execute(() -> giveBack(id, nonce, LOOKS));
                }
                throw e;
            }
            StoredRecord record = result.record();
            if (result instanceof ClaimResult.Settled && record.state() == RecordState.COMPLETED) {
                answer.complete(new Outcome.Replayed<>(text(record), facts(record)));
            } else if (result instanceof ClaimResult.Claimed claimed) {
                boolean asks = claimed.tookOver() && is(Abandonment.RECONCILE) && mistake != Mutant.RUNS_WITHOUT_ASKING;
                if (asks) {
                    reconcile(record, work, answer);
                } else {
                    run(record, work, answer);
                }
            } else if (result instanceof ClaimResult.Busy && mistake == Mutant.RUNS_WHILE_BUSY) {
                run(record, work, answer);
            } else {
                if (mistake == Mutant.FREES_LIVE_CLAIM && result instanceof ClaimResult.Busy) {
                    store.release(id, record.token(), ReleaseAs.RUNNABLE, Duration.ofHours(1));
                }
                answer.complete(refusal(result));
            }
        }

        private void giveBack(RecordId id, Nonce nonce, int looks) {
            try {
                store.find(id)
                        .filter(record -> record.state() != RecordState.RELEASED)
                        .filter(record -> record.token().nonce().equals(nonce))
                        .ifPresent(record -> store.release(id, record.token(), afterNothing(record), REMEMBERED));
            } catch (StoreException e) {
                // the next attempt finds it
            }
            if (looks > 1) {
                node.after(Duration.ofSeconds(1), () -> giveBack(id, nonce, looks - 1));
            }
        }

        private ReleaseAs afterNothing(StoredRecord record) {
            return is(Abandonment.RECONCILE) && record.attempt() > 1 ? ReleaseAs.ABANDONED : ReleaseAs.RUNNABLE;
        }

        private static Outcome<String> refusal(ClaimResult result) {
            Facts facts = facts(result.record());
            if (result instanceof ClaimResult.InDoubt) {
                return new Outcome.InDoubt<>(facts);
            }
            return result instanceof ClaimResult.Mismatch
                    ? new Outcome.Mismatched<>(facts)
                    : new Outcome.InProgress<>(facts);
        }

        private boolean is(Abandonment policy) {
            return simulation.settings().abandonment() == policy;
        }

        private void reconcile(
                StoredRecord record,
                Function<Context, CompletionStage<String>> work,
                CompletableFuture<Outcome<String>> answer) {
            Verdict<String> verdict = simulation.reconcile(
                    new Attempt(facts(record), record.token().epoch()));
            if (verdict instanceof Verdict.Happened<String> happened) {
                settle(record, happened.result(), work, answer);
            } else if (verdict instanceof Verdict.CannotTell) {
                store.release(record.id(), record.token(), ReleaseAs.ABANDONED, Duration.ofHours(1));
                answer.complete(new Outcome.InDoubt<>(facts(record)));
            } else {
                run(record, work, answer);
            }
        }

        private ReleaseAs after(Throwable thrown) {
            boolean forgets = (mistake == Mutant.FREES_WHAT_IS_HELD && is(Abandonment.HOLD))
                    || (mistake == Mutant.FREES_WHAT_IS_TO_BE_ASKED_FOR && is(Abandonment.RECONCILE));
            return simulation.settings().leavesOpen(thrown) && !forgets ? ReleaseAs.ABANDONED : ReleaseAs.RUNNABLE;
        }

        private Duration rememberedAfterFailure() {
            return mistake == Mutant.FORGETS_LATER_ATTEMPT ? Duration.ZERO : Duration.ofHours(1);
        }

        private void run(
                StoredRecord record,
                Function<Context, CompletionStage<String>> work,
                CompletableFuture<Outcome<String>> answer) {
            Attempt attempt = new Attempt(facts(record), record.token().epoch());
            work.apply(attempt).whenComplete((value, thrown) -> {
                if (thrown != null) {
                    guarded(
                            answer,
                            () -> store.release(record.id(), record.token(), after(thrown), rememberedAfterFailure()));
                    answer.completeExceptionally(thrown);
                    return;
                }
                if (mistake == Mutant.ANSWERS_BEFORE_STORING) {
                    answer.complete(new Outcome.Executed<>(value, facts(record)));
                }
                node.execute(() -> guarded(answer, () -> settle(record, value, work, answer)));
            });
        }

        private void settle(
                StoredRecord record,
                String value,
                Function<Context, CompletionStage<String>> work,
                CompletableFuture<Outcome<String>> answer) {
            String stored = mistake == Mutant.SETTLES_WITH_ANOTHERS_RESULT ? "another's" : value;
            Result result = Result.value("text/plain;charset=utf-8", stored.getBytes(StandardCharsets.UTF_8));
            OwnerWrite write;
            try {
                write = store.settle(
                        record.id(),
                        record.token(),
                        result,
                        simulation.settings().retention());
            } catch (RuntimeException e) {
                if (mistake == Mutant.RUNS_TWICE) {
                    run(record, work, answer);
                    return;
                }
                throw e;
            }
            if (write == OwnerWrite.APPLIED || mistake == Mutant.IGNORES_LOST_LEASE) {
                answer.complete(new Outcome.Executed<>(stored, facts(record)));
            } else {
                answer.completeExceptionally(new IllegalStateException("lost"));
            }
        }

        private static String text(StoredRecord record) {
            return new String(record.result().bytes(), StandardCharsets.UTF_8);
        }

        private static Facts facts(StoredRecord record) {
            return new Facts(
                    record.id().operation(),
                    record.id().scope(),
                    record.id().key(),
                    record.state(),
                    record.attempt(),
                    record.createdAt(),
                    record.leaseEnd(),
                    record.expiresAt(),
                    record.asOf());
        }
    }

    private record Attempt(Facts facts, long epoch) implements Context {
        @Override
        public String childKey(String name) {
            return name;
        }

        @Override
        public boolean stillOwner() {
            return true;
        }

        @Override
        public Duration timeLeft() {
            return Duration.ZERO;
        }
    }
}
