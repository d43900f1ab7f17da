package dev.semel.servers;

import dev.semel.servers.dialogue.Handshake;
import dev.semel.servers.dialogue.RedisConversation;
import dev.semel.servers.process.Launcher;
import dev.semel.servers.process.Programs;
import java.util.List;

/** A Sentinel: watches a master and makes its replica the master when it fails. */
final class SentinelServer extends Server {
    private final RedisServer master;

    private SentinelServer(RedisServer master) {
        super("sentinel", null);
        this.master = master;
    }

    static SentinelServer watching(RedisServer master) {
        return started(new SentinelServer(master));
    }

    /** Once only: from then on the file is the Sentinel's own memory. */
    @Override
    void prepare(Launcher launcher) {
        String name = RedisSentinel.MASTER_NAME;
        RedisConversation.writeConfig(
                folder().path(), """
                bind 127.0.0.1
                port %d
                sentinel monitor %s 127.0.0.1 %d %d
                sentinel down-after-milliseconds %s 1000
                sentinel failover-timeout %s 5000
                """.formatted(port(), name, master.port(), RedisSentinel.QUORUM, name, name));
    }

    @Override
    List<String> command() {
        String config = folder().resolve(RedisConversation.CONFIG).toString();
        return List.of(Programs.findRedis("server"), config, "--sentinel");
    }

    @Override
    Handshake handshake() {
        return Handshake.redis();
    }
}
