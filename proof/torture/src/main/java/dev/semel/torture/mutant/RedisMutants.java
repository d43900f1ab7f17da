package dev.semel.torture.mutant;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.semel.StoreException;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.Result;
import dev.semel.store.Store;
import dev.semel.store.Token;
import dev.semel.testkit.DelegatingStore;
import dev.semel.torture.protocol.WorkerSettings;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** Mistakes that only a server with full memory, a cluster whose slots move, or a failover brings to light. */
final class RedisMutants {
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private RedisMutants() {}

    /** Writes with a command that a full server refuses, as a plain {@code SET} is. */
    static final class RenewsWithMemory extends DelegatingStore {
        private final StatefulRedisConnection<String, String> connection;

        RenewsWithMemory(Store target, WorkerSettings settings) {
            super(target);
            connection = RedisClient.create(settings.address()).connect();
            connection.setTimeout(PATIENCE);
        }

        @Override
        public OwnerWrite renew(RecordId id, Token token, LeaseTerms terms) {
            try {
                connection.sync().set("mutant", "renews");
            } catch (RedisException e) {
                throw new StoreException("Redis did not confirm a renewal: " + e.getMessage(), e);
            }
            return super.renew(id, token, terms);
        }
    }

    /** Looks a record up where it was when the process started. If it has moved, creates a new one at its new place. */
    static final class TakesMovedForAbsent extends DelegatingStore {
        private final StatefulRedisClusterConnection<String, String> cluster;
        private final List<RedisClusterNode> known;

        TakesMovedForAbsent(Store target, WorkerSettings settings) {
            super(target);
            RedisClusterClient client = RedisClusterClient.create(Arrays.stream(
                            settings.address().replace("redis-cluster://", "").split(","))
                    .map(node -> RedisURI.create("redis://" + node))
                    .toList());
            cluster = client.connect();
            cluster.setTimeout(PATIENCE);
            known = List.copyOf(cluster.getPartitions());
        }

        @Override
        public ClaimResult claim(ClaimRequest request) {
            String key = "semel:" + HexFormat.of().formatHex(request.id().digest());
            try {
                if (hasMoved(key)) {
                    cluster.sync().del(key);
                }
            } catch (RedisException e) {
                throw new StoreException("Redis did not confirm a claim: " + e.getMessage(), e);
            }
            return super.claim(request);
        }

        private boolean hasMoved(String key) {
            int slot = SlotHash.getSlot(key.getBytes(US_ASCII));
            RedisClusterNode owner = known.stream()
                    .filter(node -> node.hasSlot(slot))
                    .findFirst()
                    .orElseThrow();
            try {
                cluster.getConnection(owner.getNodeId()).sync().get(key);
                return false;
            } catch (RedisException e) {
                String text = String.valueOf(e.getMessage());
                return text.startsWith("MOVED") || text.startsWith("ASK");
            }
        }
    }

    /** Answers its caller although no server has confirmed the result. */
    static final class AnswersWithoutMaster extends DelegatingStore {
        AnswersWithoutMaster(Store target) {
            super(target);
        }

        @Override
        public OwnerWrite settle(RecordId id, Token token, Result result, Duration retention) {
            try {
                return super.settle(id, token, result, retention);
            } catch (StoreException e) {
                // What the rig loses happens without a failover, too.
                if (String.valueOf(e.getMessage()).startsWith("Redis")) {
                    return OwnerWrite.APPLIED;
                }
                throw e;
            }
        }
    }
}
