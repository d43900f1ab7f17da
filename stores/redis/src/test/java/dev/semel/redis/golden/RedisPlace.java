package dev.semel.redis.golden;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.semel.redis.server.PlainCommands;
import dev.semel.testkit.GoldenContract;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.protocol.CommandType;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/**
 * Keys with a private prefix, and a line for each of them: the key, the time in milliseconds at which the server deletes it or -1, and its
 * bytes in hexadecimal, of a hash those of its fields and values.
 */
final class RedisPlace<S extends AutoCloseable> implements GoldenContract.Place<S> {
    private final String usual;
    private final String prefix = "golden-" + UUID.randomUUID() + ":";
    private final RedisClient client;
    private final StatefulRedisConnection<byte[], byte[]> connection;
    private final RedisCommands<byte[], byte[]> beside;
    private final S store;

    RedisPlace(String uri, String usual, BiFunction<RedisClient, String, S> store) {
        this.usual = usual;
        this.client = RedisClient.create(uri);
        this.connection = client.connect(ByteArrayCodec.INSTANCE);
        this.beside = connection.sync();
        this.store = store.apply(client, prefix);
    }

    @Override
    public S store() {
        return store;
    }

    @Override
    public String dump() {
        return new PlainCommands(Duration.ofSeconds(30))
                .ask(connection, CommandType.KEYS, prefix + "*").stream()
                        .map(key -> line((byte[]) key))
                        .sorted()
                        .collect(Collectors.joining());
    }

    private String line(byte[] key) {
        String name = usual + new String(key, UTF_8).substring(prefix.length());
        return name + " " + beside.pexpiretime(key) + " " + value(key) + "\n";
    }

    private String value(byte[] key) {
        if (beside.type(key).equals("string")) {
            return hex(beside.get(key));
        }
        Map<String, String> fields = new TreeMap<>();
        beside.hgetall(key).forEach((field, value) -> fields.put(hex(field), hex(value)));
        return fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + field.getValue())
                .collect(Collectors.joining(","));
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex);
    }

    @Override
    public void load(String file) {
        for (String line : file.lines().toList()) {
            String[] parts = line.split(" ", -1);
            byte[] key = (prefix + parts[0].substring(usual.length())).getBytes(UTF_8);
            if (parts[2].contains("=")) {
                Arrays.stream(parts[2].split(",", -1))
                        .map(field -> field.split("=", -1))
                        .forEach(field -> beside.hset(key, bytes(field[0]), bytes(field[1])));
            } else {
                beside.set(key, bytes(parts[2]));
            }
            if (!parts[1].equals("-1")) {
                beside.pexpireat(key, Long.parseLong(parts[1]));
            }
        }
    }

    @Override
    public void close() {
        try {
            store.close();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
        connection.close();
        client.shutdown();
    }
}
