package dev.semel.http.status;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.semel.Fingerprint;
import dev.semel.SemelException;
import dev.semel.policy.Retention;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.Nonce;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.Result;
import dev.semel.store.Store;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * The addresses at which callers find the status of their requests. The last segment of an address is the digest of the request's record, so that
 * access logs contain neither key nor scope. A second record, the pointer, has the digest as its key and the identity of the request as its result:
 *
 * <ol>
 *   <li>Before a 202 is sent, the pointer is claimed and settled. Later duplicates find it settled.
 *   <li>For a status, the pointer is found by the digest, and then the record of the request, in the scope of the asking caller.
 * </ol>
 *
 * <p>A process that dies between claim and settlement leaves a lease that the next duplicate takes over. Until then duplicates get 409, so that
 * each address that is sent leads to a record. On routes in transactions the pointer is stored after the 202 was sent: if that fails, the address is
 * unknown until another duplicate stores it.
 */
public final class StatusAddresses {
    private static final String OPERATION = "semel.status";
    private static final Pattern SEGMENT = Pattern.compile("[A-Za-z0-9_-]{43}");
    private static final int MOST_WAITING = 16;
    private static final LeaseTerms SHORT = new LeaseTerms(Duration.ofSeconds(10), Duration.ofMinutes(10));
    private static final JsonMapper JSON = new JsonMapper();

    private final Store store;
    private final String path;
    private final SecureRandom random = new SecureRandom();
    private final Set<String> waiting = ConcurrentHashMap.newKeySet();

    /** Creates the addresses below a path, whose pointers are kept in {@code store}. */
    public StatusAddresses(Store store, String path) {
        this.store = store;
        this.path = path + "/";
    }

    /** Returns whether a path is that of a status address. */
    public boolean isOne(String asked) {
        return asked.startsWith(path);
    }

    /**
     * Stores the pointer of a record.
     *
     * @param retention the retention of the record, which begins later than that of the pointer
     * @return the path of the address; empty if the store cannot keep the pointer at the moment
     */
    public Optional<String> publish(RecordId id, StatusAddress address, Duration retention) {
        try {
            return isKept(pointer(segment(id)), json(address), twice(retention))
                    ? Optional.of(path + segment(id))
                    : Optional.empty();
        } catch (SemelException e) {
            return Optional.empty();
        }
    }

    /**
     * Stores the pointer of a record in the background. While a transaction is open the database may block other writers, as SQLite does. Before
     * the transaction ends its record has no status, so the delay has no effect.
     *
     * @return the path of the address; empty if too many pointers are waiting
     */
    public Optional<String> publishLater(RecordId id, StatusAddress address, Duration retention) {
        String segment = segment(id);
        if (waiting.size() >= MOST_WAITING && !waiting.contains(segment)) {
            return Optional.empty();
        }
        if (waiting.add(segment)) {
            Thread publishing = new Thread(() -> publishWaiting(id, address, retention), "semel-status");
            publishing.setDaemon(true);
            try {
                publishing.start();
            } catch (RuntimeException | Error e) {
                waiting.remove(segment);
                throw e;
            }
        }
        return Optional.of(path + segment);
    }

    private void publishWaiting(RecordId id, StatusAddress address, Duration retention) {
        try {
            publish(id, address, retention);
        } finally {
            waiting.remove(segment(id));
        }
    }

    private static String segment(RecordId id) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(id.digest());
    }

    private static Duration twice(Duration retention) {
        Duration twice = retention.multipliedBy(2);
        return twice.compareTo(Retention.MAX) > 0 ? Retention.MAX : twice;
    }

    private boolean isKept(RecordId pointer, byte[] target, Duration retention) {
        ClaimResult claim = store.claim(new ClaimRequest(
                pointer, Fingerprint.of(target), () -> new Nonce(random.nextLong(), random.nextLong()), SHORT, true));
        return claim instanceof ClaimResult.Claimed mine
                ? store.settle(pointer, mine.record().token(), Result.value("application/json", target), retention)
                        == OwnerWrite.APPLIED
                : claim instanceof ClaimResult.Settled;
    }

    /**
     * Returns the request of an address, or empty if it is unknown.
     *
     * @param asked the path of the address
     */
    public Optional<StatusAddress> find(String asked) {
        String segment = asked.substring(path.length());
        return SEGMENT.matcher(segment).matches()
                ? store.find(pointer(segment))
                        .flatMap(record -> Optional.ofNullable(record.result()))
                        .map(StatusAddresses::read)
                : Optional.empty();
    }

    private static RecordId pointer(String segment) {
        return new RecordId(OPERATION, "", segment);
    }

    private static byte[] json(StatusAddress address) {
        return JsonNodeFactory.instance
                .arrayNode(4)
                .add(address.operation())
                .add(address.method())
                .add(address.path())
                .add(address.key())
                .toString()
                .getBytes(StandardCharsets.UTF_8);
    }

    private static StatusAddress read(Result result) {
        try {
            JsonNode parts = JSON.readTree(result.bytes());
            return new StatusAddress(
                    parts.path(0).asText(),
                    parts.path(1).asText(),
                    parts.path(2).asText(),
                    parts.path(3).asText());
        } catch (IOException e) {
            throw new IllegalArgumentException("the pointer of a status address cannot be read", e);
        }
    }
}
