package dev.semel.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.semel.redis.RedisConcern.Kind;
import dev.semel.store.StoreException;
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

/** Looks at how one server is set up. Services that forbid CONFIG still answer INFO. */
final class Inspection {
    private static final System.Logger LOG = System.getLogger("dev.semel.redis");

    private final Questions questions;
    private final StatefulConnection<byte[], byte[]> connection;
    private final List<RedisConcern> concerns = new ArrayList<>();
    private Map<String, String> info = Map.of();

    private Inspection(Questions questions, StatefulConnection<byte[], byte[]> connection) {
        this.questions = questions;
        this.connection = connection;
    }

    static List<RedisConcern> of(Servers servers, Questions questions) {
        List<RedisConcern> all = new ArrayList<>();
        for (StatefulConnection<byte[], byte[]> master : servers.masters()) {
            all.addAll(new Inspection(questions, master).look());
        }
        return List.copyOf(all);
    }

    /**
     * Warns of what was found.
     *
     * @throws StoreException if something was found that is to be refused
     */
    static void judge(List<RedisConcern> found, Set<Kind> refused) {
        found.forEach(Inspection::warn);
        String wrong = found.stream()
                .filter(each -> refused.contains(each.kind()))
                .map(RedisConcern::toString)
                .collect(Collectors.joining("; "));
        if (!wrong.isEmpty()) {
            throw new StoreException("the store does not start on servers that are set up like this: " + wrong, null);
        }
    }

    static void warn(RedisConcern found) {
        LOG.log(Level.WARNING, found::toString);
    }

    private List<RedisConcern> look() {
        try {
            info = info();
        } catch (StoreException e) {
            add(
                    Kind.UNKNOWN,
                    "it does not answer INFO, so eviction, persistence and replication are not known; allow"
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
                    Kind.MAY_EVICT,
                    "maxmemory-policy is " + policy + ": "
                            + (limited
                                    ? "when memory is full, "
                                    : "maxmemory is not set now, but as soon as it is, and memory is full, ")
                            + "live records are removed and their operations run again; set it to noeviction, or keep"
                            + " records in a server of their own");
        }
    }

    private void persistence() {
        boolean log = info.getOrDefault("aof_enabled", "0").equals("1");
        if (!log) {
            String save = config("save");
            boolean never = save != null && save.isEmpty();
            add(
                    never ? Kind.NOT_PERSISTENT : Kind.PERSISTED_LATE,
                    never
                            ? "neither an append-only file nor snapshots are on: a restart forgets all records, and their"
                                    + " operations run again; set appendonly yes"
                            : "there is no append-only file: a crash forgets all records since the last snapshot, if there"
                                    + " are snapshots, and their operations run again; set appendonly yes");
            return;
        }
        String sync = config("appendfsync");
        if (!"always".equals(sync)) {
            add(
                    Kind.PERSISTED_LATE,
                    "appendfsync is " + (sync == null ? "not known" : sync) + ": a crash of the machine forgets the"
                            + " records of the last second or more, and their operations run again; set it to always, or"
                            + " accept that");
        } else if ("yes".equals(config("no-appendfsync-on-rewrite"))) {
            add(
                    Kind.PERSISTED_LATE,
                    "no-appendfsync-on-rewrite is yes: a crash of the machine while the append-only file is rewritten forgets"
                            + " records, and their operations run again; set it to no");
        }
    }

    private void replicas() {
        String count = info.getOrDefault("connected_slaves", "0");
        if (!count.equals("0")) {
            add(
                    Kind.ASYNCHRONOUS_REPLICAS,
                    "replicas (" + count + ") hear of a write after it was answered: a failover forgets what they had"
                            + " not heard of, and its operations run again; waitForReplicas makes that rarer, nothing in"
                            + " Redis rules it out");
        }
    }

    private void add(Kind kind, String meaning) {
        String server = "port " + info.getOrDefault("tcp_port", "?") + ", run id "
                + info.getOrDefault("run_id", "?").replaceFirst("(?<=^.{8}).*", "");
        concerns.add(new RedisConcern(kind, server, meaning));
    }

    private Map<String, String> info() {
        Map<String, String> found = new HashMap<>();
        for (String line :
                text(questions.ask(connection, CommandType.INFO).get(0)).lines().toList()) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                found.put(line.substring(0, colon), line.substring(colon + 1).strip());
            }
        }
        return found;
    }

    /** {@code null} if the server does not tell. */
    private @Nullable String config(String name) {
        try {
            List<@Nullable Object> pair = questions.ask(connection, CommandType.CONFIG, "GET", name);
            return pair.size() == 2 ? text(pair.get(1)) : null;
        } catch (StoreException e) {
            return null;
        }
    }

    private static String text(@Nullable Object bytes) {
        return bytes instanceof byte[] present ? new String(present, UTF_8) : "";
    }
}
