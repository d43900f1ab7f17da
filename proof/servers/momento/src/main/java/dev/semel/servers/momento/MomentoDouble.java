package dev.semel.servers.momento;

import com.google.protobuf.ByteString;
import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A double of Momento on 127.0.0.1, in this process and in memory. It has the requests for single items, with time to live, conditional writes and the
 * limits of an account. A read that does not ask for consistency gets the item as it was before the last write. Requests and replies can be lost.
 * Thread-safe.
 */
public final class MomentoDouble implements AutoCloseable {
    private static final int LARGEST_MESSAGE = 32 << 20;

    private final InstantSource clock;
    private final Map<String, Items> caches = new ConcurrentHashMap<>();
    private final WireFaults faults = new WireFaults();
    private final ConcurrentLinkedQueue<String> log = new ConcurrentLinkedQueue<>();
    private final Server server;

    private MomentoDouble(Settings settings) {
        this.clock = settings.clock;
        try {
            server = NettyServerBuilder.forAddress(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), settings.port))
                    .maxInboundMessageSize(LARGEST_MESSAGE)
                    .permitKeepAliveTime(1, TimeUnit.SECONDS)
                    .intercept(new DoubleHeaders(settings.apiKey))
                    .addService(new CacheRequests(caches, settings.limits, faults, log))
                    .build()
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException("the double of Momento can't listen on port " + settings.port, e);
        }
    }

    /**
     * How to start a double.
     *
     * @param port the port; 0 for a free one
     * @param clock the clock that ends items
     * @param limits the limits of the account
     * @param apiKey the only key that it accepts; {@code null} for any
     */
    public record Settings(
            int port,
            InstantSource clock,
            AccountLimits limits,
            @Nullable String apiKey) {
        /** A free port, the system's clock, the published limits, and any key. */
        public static final Settings DEFAULT = new Settings(0, InstantSource.system(), AccountLimits.PUBLISHED, null);

        /** Returns these settings with another clock. */
        public Settings withClock(InstantSource other) {
            return new Settings(port, other, limits, apiKey);
        }

        /** Returns these settings with other limits. */
        public Settings withLimits(AccountLimits other) {
            return new Settings(port, clock, other, apiKey);
        }

        /** Returns these settings with a key that requests must have. */
        public Settings withApiKey(String key) {
            return new Settings(port, clock, limits, key);
        }
    }

    /** Starts a double on a free port, with Momento's published limits. */
    public static MomentoDouble start() {
        return start(Settings.DEFAULT);
    }

    /** Starts a double. */
    public static MomentoDouble start(Settings settings) {
        return new MomentoDouble(settings);
    }

    /**
     * Starts a double and waits until the process ends.
     *
     * @param arguments the port, then the names of caches
     */
    public static void main(String[] arguments) throws InterruptedException {
        int port = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 0;
        try (MomentoDouble momento = start(new Settings(port, InstantSource.system(), AccountLimits.PUBLISHED, null))) {
            List<String> names =
                    arguments.length > 1 ? List.of(arguments).subList(1, arguments.length) : List.of("demo");
            names.forEach(momento::createCache);
            System.out.println("A double of Momento, in memory: " + momento.address(names.get(0)));
            momento.server.awaitTermination();
        }
    }

    /** Creates an empty cache, or does nothing if there is one. */
    public void createCache(String name) {
        caches.computeIfAbsent(name, each -> new Items(clock));
    }

    /** Returns the port. */
    public int port() {
        return server.getPort();
    }

    /** Returns the endpoint, such as {@code http://127.0.0.1:8080}. */
    public String endpoint() {
        return "http://127.0.0.1:" + port();
    }

    /** Returns the address of a cache for a store. */
    public String address(String cache) {
        return "momento://" + cache + "?endpoint=" + endpoint();
    }

    /** Plans what happens to the next requests, in this order; those after them are answered. */
    public void next(WireFault... plan) {
        faults.plan(plan);
    }

    /** Sets what happens to each request that has no other plan. */
    public void always(Supplier<WireFault> plan) {
        faults.always(plan);
    }

    /** Applies the requests that were {@link WireFault#LATE}, and returns how many there were. */
    public int deliverLate() {
        return faults.deliverLate();
    }

    /** Returns the requests since the last call, such as {@code SetIf ABSENT} and {@code Get}. */
    public List<String> requests() {
        List<String> all = new ArrayList<>();
        for (String next = log.poll(); next != null; next = log.poll()) {
            all.add(next);
        }
        return all;
    }

    /** Returns the bytes of an item, or {@code null} if there is none. */
    public byte @Nullable [] item(String cache, byte[] key) {
        ByteString found = items(cache).get(ByteString.copyFrom(key));
        return found == null ? null : found.toByteArray();
    }

    /** Returns when an item is deleted, or {@code null} if there is none. */
    public @Nullable Instant end(String cache, byte[] key) {
        return items(cache).end(ByteString.copyFrom(key));
    }

    /** Deletes an item, as an eviction would. */
    public void delete(String cache, byte[] key) {
        items(cache).delete(ByteString.copyFrom(key));
    }

    /** Changes the bytes of an item, and returns whether there is one. */
    public boolean change(String cache, byte[] key, UnaryOperator<byte[]> change) {
        return items(cache)
                .change(ByteString.copyFrom(key), bytes -> ByteString.copyFrom(change.apply(bytes.toByteArray())));
    }

    /** Returns a line for each item of a cache: the key and the bytes, in hexadecimal digits. */
    public String dump(String cache) {
        StringBuilder lines = new StringBuilder();
        HexFormat hex = HexFormat.of();
        items(cache)
                .all()
                .forEach((key, body) -> lines.append(hex.formatHex(key.toByteArray()))
                        .append(' ')
                        .append(hex.formatHex(body.toByteArray()))
                        .append('\n'));
        return lines.toString();
    }

    /** Writes the items of a {@link #dump} into a cache. */
    public void load(String cache, String dump, long ttlMillis) {
        HexFormat hex = HexFormat.of();
        for (String line : dump.lines().toList()) {
            String[] parts = line.split(" ", 2);
            items(cache)
                    .setIf(
                            ByteString.copyFrom(hex.parseHex(parts[0])),
                            ByteString.copyFrom(hex.parseHex(parts[1])),
                            ttlMillis,
                            present -> true);
        }
    }

    private Items items(String cache) {
        Items items = caches.get(cache);
        if (items == null) {
            throw new IllegalArgumentException("there is no cache " + cache + "; create it first");
        }
        return items;
    }

    /** Stops the server. */
    @Override
    public void close() {
        server.shutdownNow();
        try {
            server.awaitTermination(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
