package dev.semel.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.semel.StoreException;
import dev.semel.redis.server.PlainCommands;
import dev.semel.redis.server.Servers;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.protocol.CommandType;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Inspects the configuration of one server. Hosted services that forbid CONFIG still answer INFO. */
final class Inspection {
    private static final System.Logger LOG = System.getLogger("dev.semel.redis");

    private final PlainCommands commands;
    private final StatefulConnection<byte[], byte[]> connection;
    private final List<RedisConcern> concerns = new ArrayList<>();
    private Map<String, String> info = Map.of();

    private Inspection(PlainCommands commands, StatefulConnection<byte[], byte[]> connection) {
        this.commands = commands;
        this.connection = connection;
    }

    static List<RedisConcern> of(Servers servers, PlainCommands commands) {
        List<RedisConcern> all = new ArrayList<>();
        for (StatefulConnection<byte[], byte[]> master : servers.masters()) {
            all.addAll(new Inspection(commands, master).inspect());
        }
        return List.copyOf(all);
    }

    /**
     * Logs each concern as a warning.
     *
     * @throws StoreException if one of them is to be refused
     */
    static void judge(List<RedisConcern> found, Set<RedisConcern.Kind> refused) {
        found.forEach(Inspection::warn);
        String wrong = found.stream()
                .filter(each -> refused.contains(each.kind()))
                .map(RedisConcern::toString)
                .collect(Collectors.joining("; "));
        if (!wrong.isEmpty()) {
            throw new StoreException("the store refuses to start because of these concerns: " + wrong, null);
        }
    }

    static void warn(RedisConcern found) {
        LOG.log(Level.WARNING, found::toString);
    }

    private List<RedisConcern> inspect() {
        try {
            info = info();
        } catch (StoreException e) {
            add(
                    RedisConcern.Kind.UNKNOWN,
                    "the server does not answer INFO, so eviction, persistence and replication are unknown; allow"
                            + " INFO, or check them yourself");
            return concerns;
        }
        eviction();
        persistence();
        replicas();
        return concerns;
    }

    private void eviction() {
        String policy = info.getOrDefault("maxmemory_policy", "noeviction");
        if (!policy.equals("noeviction")) {
            boolean limited = !info.getOrDefault("maxmemory", "0").equals("0");
            add(
                    RedisConcern.Kind.MAY_EVICT,
                    "maxmemory-policy is " + policy + ": "
                            + (limited
                                    ? "when memory is full, "
                                    : "maxmemory is not set, but once it is, and memory is full, ")
                            + "live records are evicted and their operations run again; set it to noeviction, or keep"
                            + " records on a dedicated server");
        }
    }

    private void persistence() {
        boolean log = info.getOrDefault("aof_enabled", "0").equals("1");
        if (!log) {
            String save = config("save");
            boolean never = save != null && save.isEmpty();
            add(
                    never ? RedisConcern.Kind.NOT_PERSISTENT : RedisConcern.Kind.PERSISTED_LATE,
                    never
                            ? "neither the append-only file nor snapshots are enabled: a restart loses all records, and their"
                                    + " operations run again; set appendonly yes"
                            : "the append-only file is disabled: a crash loses all records since the last snapshot, if there"
                                    + " is one, and their operations run again; set appendonly yes");
            return;
        }
        String sync = config("appendfsync");
        if (!"always".equals(sync)) {
            add(
                    RedisConcern.Kind.PERSISTED_LATE,
                    "appendfsync is " + (sync == null ? "unknown" : sync) + ": a crash of the machine loses the"
                            + " records of the last second or more, and their operations run again; set it to always, or"
                            + " accept that");
        } else if ("yes".equals(config("no-appendfsync-on-rewrite"))) {
            add(
                    RedisConcern.Kind.PERSISTED_LATE,
                    "no-appendfsync-on-rewrite is yes: a crash of the machine while the append-only file is rewritten loses"
                            + " records, and their operations run again; set it to no");
        }
    }

    private void replicas() {
        String count = info.getOrDefault("connected_slaves", "0");
        if (!count.equals("0")) {
            add(
                    RedisConcern.Kind.ASYNCHRONOUS_REPLICAS,
                    "replicas (" + count + ") receive a write after it was answered: a failover loses what they have"
                            + " not received, and those operations run again; waitForReplicas makes this rarer, nothing in"
                            + " Redis prevents it");
        }
    }

    private void add(RedisConcern.Kind kind, String meaning) {
        String server = "port " + info.getOrDefault("tcp_port", "?") + ", run id "
                + info.getOrDefault("run_id", "?").replaceFirst("(?<=^.{8}).*", "");
        concerns.add(new RedisConcern(kind, server, meaning));
    }

    private Map<String, String> info() {
        Map<String, String> found = new HashMap<>();
        for (String line :
                text(commands.ask(connection, CommandType.INFO).get(0)).lines().toList()) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                found.put(line.substring(0, colon), line.substring(colon + 1).strip());
            }
        }
        return found;
    }

    /** Returns a setting, or {@code null} if the server does not expose it. */
    private @Nullable String config(String name) {
        try {
            List<@Nullable Object> pair = commands.ask(connection, CommandType.CONFIG, "GET", name);
            return pair.size() == 2 ? text(pair.get(1)) : null;
        } catch (StoreException e) {
            return null;
        }
    }

    private static String text(@Nullable Object bytes) {
        return bytes instanceof byte[] present ? new String(present, UTF_8) : "";
    }
}
