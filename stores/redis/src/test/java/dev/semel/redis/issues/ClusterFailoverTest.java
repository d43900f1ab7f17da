package dev.semel.redis.issues;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Fingerprint;
import dev.semel.StoreException;
import dev.semel.redis.RedisStore;
import dev.semel.servers.RedisCluster;
import dev.semel.servers.RedisServer;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.Nonce;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("after a slot migration, a client took half a minute to discover a promoted master")
class ClusterFailoverTest {
    private static final LeaseTerms TERMS = new LeaseTerms(Duration.ofMinutes(5), null);
    private static final int RECORDS = 30;

    @Test
    @DisplayName("F12 leases are renewed on the new master within seconds")
    void renewedSoon() throws Exception {
        try (RedisCluster cluster = RedisCluster.startWithReplicas();
                RedisStore store = RedisStore.builder(cluster.uri())
                        .timeout(Duration.ofSeconds(1))
                        .build()) {
            Map<RecordId, ClaimResult> owned = new LinkedHashMap<>();
            for (int i = 0; i < RECORDS; i++) {
                RecordId id = new RecordId("issues.cluster", "", "key-" + i);
                owned.put(id, store.claim(request(id)));
            }
            RedisServer first = cluster.masters().get(0);
            RedisServer second = cluster.masters().get(1);
            cluster.moveSlots(first, second, 3_000);
            renewAll(store, owned);

            RedisServer replica = cluster.replicaOf(second);
            while (!replica.command("DBSIZE").equals(second.command("DBSIZE"))) {
                Thread.sleep(20);
            }
            second.kill();
            cluster.promote(replica);
            long promoted = System.nanoTime();
            renewAll(store, owned);
            assertThat(Duration.ofNanos(System.nanoTime() - promoted)).isLessThan(Duration.ofSeconds(25));
        }
    }

    private static ClaimRequest request(RecordId id) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        Nonce nonce = new Nonce(random.nextLong(), random.nextLong());
        return new ClaimRequest(id, Fingerprint.ofText("request"), () -> nonce, TERMS, true);
    }

    private static void renewAll(RedisStore store, Map<RecordId, ClaimResult> owned) {
        owned.forEach((id, claim) -> {
            while (true) {
                try {
                    assertThat(store.renew(id, claim.record().token(), TERMS)).isEqualTo(OwnerWrite.APPLIED);
                    return;
                } catch (StoreException e) {
                    assertThat(e).isNotNull();
                }
            }
        });
    }
}
