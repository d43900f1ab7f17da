package dev.semel.servers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class RedisGroupTest {

    @Test
    void a_cluster_spreads_keys_and_comes_back_after_a_kill() {
        try (RedisCluster cluster = RedisCluster.start()) {
            assertThat(cluster.nodes())
                    .hasSize(3)
                    .allSatisfy(node -> assertThat(node.command("CLUSTER INFO")).contains("cluster_slots_ok:16384"));
            RedisServer victim = cluster.nodes().get(1);
            victim.kill();
            victim.restart();
            cluster.awaitOk();
            assertThat(cluster.uri()).startsWith("redis-cluster://127.0.0.1:").contains(":" + victim.port());
        }
    }

    @Test
    void a_cluster_with_replicas_promotes_one_moves_slots_and_comes_back_in_order() {
        try (RedisCluster cluster = RedisCluster.startWithReplicas()) {
            assertThat(cluster.nodes()).hasSize(6);
            RedisServer former = cluster.masters().get(0);
            RedisServer next = cluster.replicaOf(former);
            former.kill();
            cluster.promote(next);
            former.restart();
            cluster.awaitInOrder();
            assertThat(cluster.masters()).hasSize(3).contains(next).doesNotContain(former);
            assertThat(cluster.replicaOf(next)).isSameAs(former);

            RedisServer other = cluster.masters().stream()
                    .filter(master -> master != next)
                    .findFirst()
                    .orElseThrow();
            cluster.moveSlots(next, other, 20);
            cluster.awaitInOrder();
            cluster.moveSlots(other, next, 20);
            cluster.awaitInOrder();
        }
    }

    @Test
    void sentinels_make_the_replica_the_master_when_the_master_is_killed() {
        try (RedisSentinel group = RedisSentinel.start()) {
            RedisServer former = group.master();
            assertThat(former).isSameAs(group.nodes().get(0));
            former.command("SET a 1");
            former.command("WAIT 1 5000");

            former.kill();
            RedisServer next = group.awaitMasterOtherThan(former);

            assertThat(next).isSameAs(group.nodes().get(1));
            assertThat(next.command("GET a")).isEqualTo("1");
            assertThat(next.command("SET a 2")).isEqualTo("OK");
            assertThat(group.uri()).startsWith("redis-sentinel://127.0.0.1:").endsWith("#semel");
        }
    }
}
