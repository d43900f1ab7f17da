package dev.semel.torture;

import dev.semel.store.LeaseTerms;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import dev.semel.store.Store;
import dev.semel.store.StoreException;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Stores whose renewals, settlements, releases or purges break a rule. */
final class WriteMutants {
    private WriteMutants() {}

    /** Finds the token that the record has now. */
    private abstract static class WithoutToken extends StoreAround {
        WithoutToken(Store target) {
            super(target);
        }

        Token present(RecordId id, Token token) {
            return find(id).map(StoredRecord::token).orElse(token);
        }
    }

    static final class SettlesWithoutToken extends WithoutToken {
        SettlesWithoutToken(Store target) {
            super(target);
        }

        @Override
        public OwnerWrite settle(RecordId id, Token token, Result result, Duration retention) {
            return super.settle(id, present(id, token), result, retention);
        }
    }

    static final class ReleasesWithoutToken extends WithoutToken {
        ReleasesWithoutToken(Store target) {
            super(target);
        }

        @Override
        public OwnerWrite release(RecordId id, Token token, ReleaseAs as, Duration retention) {
            return super.release(id, present(id, token), as, retention);
        }
    }

    static final class RenewsWithoutToken extends WithoutToken {
        RenewsWithoutToken(Store target) {
            super(target);
        }

        @Override
        public OwnerWrite renew(RecordId id, Token token, LeaseTerms terms) {
            return super.renew(id, present(id, token), terms);
        }
    }

    static final class FreesWhatIsUnclear extends StoreAround {
        FreesWhatIsUnclear(Store target) {
            super(target);
        }

        @Override
        public OwnerWrite release(RecordId id, Token token, ReleaseAs as, Duration retention) {
            return super.release(id, token, ReleaseAs.RUNNABLE, Duration.ofHours(1));
        }
    }

    static final class SettlesOtherwise extends StoreAround {
        private final Mutant mutant;

        SettlesOtherwise(Store target, Mutant mutant) {
            super(target);
            this.mutant = mutant;
        }

        @Override
        public OwnerWrite settle(RecordId id, Token token, Result result, Duration retention) {
            return switch (mutant) {
                case FORGETS_EARLY ->
                    super.settle(id, token, result, Duration.ofMillis(Math.min(500, retention.toMillis() / 10)));
                case CHANGES_BYTES -> super.settle(id, token, changed(result), retention);
                case ANSWERS_BEFORE_STORING -> {
                    CompletableFuture.delayedExecutor(300, TimeUnit.MILLISECONDS)
                            .execute(() -> super.settle(id, token, result, retention));
                    yield OwnerWrite.APPLIED;
                }
                case GUESSES_SETTLED -> guessed(id, token, result, retention);
                default -> {
                    super.settle(id, token, result, retention);
                    yield OwnerWrite.APPLIED;
                }
            };
        }

        private OwnerWrite guessed(RecordId id, Token token, Result result, Duration retention) {
            try {
                return super.settle(id, token, result, retention);
            } catch (StoreException e) {
                return OwnerWrite.APPLIED;
            }
        }

        private static Result changed(Result result) {
            byte[] bytes = result.bytes();
            if (bytes.length > 0) {
                bytes[bytes.length - 1] ^= 1;
            }
            return Result.of(result.kind(), result.mediaType(), bytes);
        }
    }

    static final class PurgesOtherwise extends StoreAround {
        private final WorkerSettings settings;

        PurgesOtherwise(Store target, WorkerSettings settings) {
            super(target);
            this.settings = settings;
        }

        @Override
        public int purge(int limit) {
            String condition = settings.is(Mutant.PURGES_RUNNING) ? "state = 1" : "state > 2";
            Sql.execute(settings.address(), "DELETE FROM semel_record WHERE " + condition);
            return 0;
        }
    }
}
