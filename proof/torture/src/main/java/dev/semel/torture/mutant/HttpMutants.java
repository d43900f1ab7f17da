package dev.semel.torture.mutant;

import dev.semel.Fingerprint;
import dev.semel.Fingerprinter;
import dev.semel.StoreException;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Store;
import dev.semel.store.Token;
import dev.semel.testkit.DelegatingStore;
import dev.semel.torture.http.Flaw;
import dev.semel.torture.protocol.Values;
import dev.semel.torture.protocol.WorkerSettings;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Mistakes of an adapter on HTTP requests that show at the store. The others are a {@link Flaw} of the service. */
public final class HttpMutants {
    private HttpMutants() {}

    public static Flaw flaw(WorkerSettings settings) {
        return switch (settings.mutant()) {
            case HTTP_ANSWERS_EARLY -> Flaw.ANSWERS_EARLY;
            case HTTP_TAKES_PARTS -> Flaw.TAKES_PARTS;
            case HTTP_LEAKS_PLACES -> Flaw.LEAKS_PLACES;
            case HTTP_REPLAYS_OTHER_STATUS -> Flaw.REPLAYS_OTHER_STATUS;
            case HTTP_REPLAYS_WITHOUT_BODY -> Flaw.REPLAYS_WITHOUT_BODY;
            default -> Flaw.NONE;
        };
    }

    /** Releases the record of a client that hangs up; its request is still at work. */
    public static final class FreesWhenClientLeaves extends DelegatingStore {
        private final Map<RecordId, Token> owners = new ConcurrentHashMap<>();

        FreesWhenClientLeaves(Store target) {
            super(target);
        }

        @Override
        public ClaimResult claim(ClaimRequest request) {
            ClaimResult result = super.claim(request);
            if (result instanceof ClaimResult.Claimed) {
                owners.put(request.id(), result.record().token());
            }
            return result;
        }

        public void clientLeft(RecordId id) {
            Token owner = owners.remove(id);
            if (owner != null) {
                try {
                    release(id, owner, ReleaseAs.RUNNABLE, Duration.ofDays(1));
                } catch (StoreException e) {
                    // The next one may do.
                }
            }
        }
    }

    /** All requests for a record look the same. */
    static final class ForgetsBody extends DelegatingStore {
        ForgetsBody(Store target) {
            super(target);
        }

        @Override
        public ClaimResult claim(ClaimRequest request) {
            Fingerprint same = Fingerprinter.byValue().of(Values.USUAL);
            return super.claim(
                    new ClaimRequest(request.id(), same, request::nonce, request.terms(), request.takeOver()));
        }
    }
}
