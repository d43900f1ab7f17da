package dev.semel.benchmarks.servers;

import com.sun.management.OperatingSystemMXBean;
import dev.semel.benchmarks.measure.Meter;
import dev.semel.benchmarks.report.Figure;
import dev.semel.benchmarks.workload.StoredResults;
import dev.semel.servers.RedisServer;
import io.lettuce.core.RedisClient;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A private Redis server, with a separate database for each contender. */
public final class PrivateRedis implements AutoCloseable {
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final String name;
    private final RedisServer server;
    private final RedisClient client = RedisClient.create();
    private final AtomicInteger databases = new AtomicInteger();

    private PrivateRedis(String name, RedisServer server) {
        this.name = name;
        this.server = server;
    }

    /** Starts a server: {@code memory} for one that writes nothing to disk, {@code disk} for one that syncs every write. */
    public static PrivateRedis start(String part) {
        return part.equals("memory")
                ? new PrivateRedis("Redis in memory only", RedisServer.start("--databases", "64", "--appendonly", "no"))
                : new PrivateRedis("Redis with every write on disk", RedisServer.start("--databases", "64"));
    }

    /** Returns its name in the report. */
    public String name() {
        return name;
    }

    /** Returns the server. */
    public RedisServer server() {
        return server;
    }

    /** Returns the version and the settings that affect the figures. */
    public String description() {
        return name + ": version " + info("server").getOrDefault("redis_version", "?")
                + ", one server, Lettuce, results of " + StoredResults.RESULT.length + " bytes";
    }

    /** Returns an empty database that no other contender uses. */
    public RedisDatabase database() {
        return new RedisDatabase(client, server.uri() + "/" + databases.getAndIncrement());
    }

    /** Reads the CPU time of the server and of this process. */
    public Meter.Reading read() {
        Map<String, String> cpu = info("cpu");
        double seconds = number(cpu, "used_cpu_sys") + number(cpu, "used_cpu_user");
        return Meter.Reading.of(
                Figure.SERVER_MICROS, 1e6 * seconds, Figure.CLIENT_MICROS, SYSTEM.getProcessCpuTime() / 1e3);
    }

    private static double number(Map<String, String> info, String name) {
        return Double.parseDouble(info.getOrDefault(name, "0"));
    }

    private Map<String, String> info(String section) {
        Function<String, String[]> split = line -> line.split(":", 2);
        return server.command("INFO " + section)
                .lines()
                .filter(line -> line.contains(":"))
                .map(split)
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1].strip(), (first, second) -> first));
    }

    @Override
    public void close() {
        client.shutdown();
        server.close();
    }
}
