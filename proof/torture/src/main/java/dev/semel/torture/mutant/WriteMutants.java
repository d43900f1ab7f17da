package dev.semel.torture.mutant;

import dev.semel.StoreException;
import dev.semel.store.LeaseTerms;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import dev.semel.store.Store;
import dev.semel.store.Token;
import dev.semel.testkit.DelegatingStore;
import dev.semel.testkit.mutant.Mutant;
import dev.semel.torture.book.Sql;
import dev.semel.torture.protocol.WorkerSettings;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Stores whose renewals, settlements, releases or purges break a rule. */
final class WriteMutants {
    private WriteMutants() {}

    /** Fails for large results as if the server had refused the packet, so that the settlement is sent again without end. */
    static final class SendsTooLarge extends DelegatingStore {
        /** Below what the rig's servers with small packets take. */
        private static final int PACKET = 30_000;

        SendsTooLarge(Store target) {
            super(target);
        }

        @Override
        public OwnerWrite settle(RecordId id, Token token, Result result, Duration retention) {
            if (result.size() > PACKET) {
                throw new StoreException("the packet is too large", null);
            }
            return super.settle(id, token, result, retention);
        }
    }

    /** Writes past the store what it refused for its token: the statement names the key only. */
    static final class WritesWithoutToken extends DelegatingStore {
        private final WorkerSettings settings;

        WritesWithoutToken(Store target, WorkerSettings settings) {
            super(target);
            this.settings = settings;
        }

        @Override
        public OwnerWrite renew(RecordId id, Token token, LeaseTerms terms) {
            OwnerWrite write = super.renew(id, token, terms);
            return settings.is(Mutant.RENEWS_WITHOUT_TOKEN) ? anyhow(write, id, "lease_end = lease_end + 1") : write;
        }

        @Override
        public OwnerWrite settle(RecordId id, Token token, Result result, Duration retention) {
            OwnerWrite write = super.settle(id, token, result, retention);
            return settings.is(Mutant.SETTLES_WITHOUT_TOKEN)
                    ? anyhow(
                            write,
                            id,
                            "state = 3, media_type = ?, result = ?, checksum = ?",
                            result.mediaType(),
                            result.bytes(),
                            result.checksum(id))
                    : write;
        }

        @Override
        public OwnerWrite release(RecordId id, Token token, ReleaseAs as, Duration retention) {
            OwnerWrite write = super.release(id, token, as, retention);
            return settings.is(Mutant.RELEASES_WITHOUT_TOKEN) ? anyhow(write, id, "state = 2, checksum = NULL") : write;
        }

        private OwnerWrite anyhow(OwnerWrite write, RecordId id, String change, Object... values) {
            if (write == OwnerWrite.LEASE_LOST) {
                Object[] all = Arrays.copyOf(values, values.length + 1);
                all[values.length] = id.digest();
                Sql.execute(settings.address(), "UPDATE semel_record SET " + change + " WHERE digest = ?", all);
            }
            return OwnerWrite.APPLIED;
        }
    }

    /** Releases by deleting, so that epoch, fingerprint and number of attempts are lost. */
    static final class ReleasesByDeleting extends DelegatingStore {
        private final WorkerSettings settings;

        ReleasesByDeleting(Store target, WorkerSettings settings) {
            super(target);
            this.settings = settings;
        }

        @Override
        public OwnerWrite release(RecordId id, Token token, ReleaseAs as, Duration retention) {
            OwnerWrite write = super.release(id, token, as, retention);
            if (write == OwnerWrite.APPLIED && as == ReleaseAs.RUNNABLE) {
                Sql.execute(settings.address(), "DELETE FROM semel_record WHERE digest = ?", (Object) id.digest());
            }
            return write;
        }
    }

    static final class FreesWhatIsUnclear extends DelegatingStore {
        FreesWhatIsUnclear(Store target) {
            super(target);
        }

        @Override
        public OwnerWrite release(RecordId id, Token token, ReleaseAs as, Duration retention) {
            return super.release(id, token, ReleaseAs.RUNNABLE, retention);
        }
    }

    static final class SettlesOtherwise extends DelegatingStore {
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

    static final class PurgesOtherwise extends DelegatingStore {
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
