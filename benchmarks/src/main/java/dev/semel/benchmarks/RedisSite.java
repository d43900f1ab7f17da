package dev.semel.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import dev.semel.benchmarks.report.Figure;
import dev.semel.servers.RedisServer;
import io.lettuce.core.RedisClient;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A private server, with a database of its own for each contender. */
final class RedisSite implements AutoCloseable {
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final String name;
    private final RedisServer server;
    private final RedisClient client = RedisClient.create();
    private final AtomicInteger databases = new AtomicInteger();

    private RedisSite(String name, RedisServer server) {
        this.name = name;
        this.server = server;
    }

    static RedisSite start(String part) {
        return part.equals("memory")
                ? new RedisSite("Redis in memory only", RedisServer.start("--databases", "64", "--appendonly", "no"))
                : new RedisSite("Redis with every write on disk", RedisServer.start("--databases", "64"));
    }

    /** How people call it. */
    String name() {
        return name;
    }

    RedisServer server() {
        return server;
    }

    String description() {
        return name + ": version " + info("server").getOrDefault("redis_version", "?")
                + ", one server, Lettuce, results of " + Rows.RESULT.length + " bytes";
    }

    /** An empty database that nobody else uses. */
    RedisPlace place() {
        return new RedisPlace(client, server.uri() + "/" + databases.getAndIncrement());
    }

    /** The CPU of the server and of this process. */
    Meter.Reading read() {
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
