package dev.semel.dynamodb.golden;

import dev.semel.testkit.GoldenContract;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A private table, and a line for each attribute of its items: the name, the type as DynamoDB calls it, and the value, bytes in hexadecimal
 * and a list with commas. An empty line ends an item.
 */
public final class DynamoDbPlace<S extends AutoCloseable> implements GoldenContract.Place<S> {
    private final DynamoDbClient client;
    private final String table = "golden-" + UUID.randomUUID();
    private final S store;

    /**
     * Opens a place.
     *
     * @param store opens a store on the table of a name, which it creates
     */
    public DynamoDbPlace(DynamoDbClient client, Function<String, S> store) {
        this.client = client;
        this.store = store.apply(table);
    }

    @Override
    public S store() {
        return store;
    }

    @Override
    public String dump() {
        return client.scanPaginator(scan -> scan.tableName(table).consistentRead(true)).items().stream()
                .map(DynamoDbPlace::lines)
                .sorted()
                .collect(Collectors.joining());
    }

    private static String lines(Map<String, AttributeValue> item) {
        return new TreeMap<>(item)
                .entrySet().stream()
                        .map(each -> each.getKey() + " " + text(each.getValue()) + "\n")
                        .collect(Collectors.joining("", "", "\n"));
    }

    private static String text(AttributeValue value) {
        return switch (value.type()) {
            case S -> "S " + value.s();
            case N -> "N " + value.n();
            case BOOL -> "BOOL " + value.bool();
            case B -> "B " + HexFormat.of().formatHex(value.b().asByteArray());
            case L -> "L " + value.l().stream().map(DynamoDbPlace::text).collect(Collectors.joining(", "));
            default -> throw new AssertionError("a type that no release has written: " + value.type());
        };
    }

    @Override
    public void load(String file) {
        Map<String, AttributeValue> item = new HashMap<>();
        for (String line : file.lines().toList()) {
            if (line.isEmpty()) {
                client.putItem(put -> put.tableName(table).item(Map.copyOf(item)));
                item.clear();
            } else {
                String[] parts = line.split(" ", 3);
                item.put(parts[0], value(parts[1], parts[2]));
            }
        }
    }

    private static AttributeValue value(String type, String text) {
        return switch (type) {
            case "S" -> AttributeValue.fromS(text);
            case "N" -> AttributeValue.fromN(text);
            case "BOOL" -> AttributeValue.fromBool(Boolean.valueOf(text));
            case "B" ->
                AttributeValue.fromB(SdkBytes.fromByteArray(HexFormat.of().parseHex(text)));
            case "L" ->
                AttributeValue.fromL(Arrays.stream(text.split(", ", -1))
                        .map(each -> each.split(" ", 2))
                        .map(each -> value(each[0], each[1]))
                        .toList());
            default -> throw new AssertionError("an unknown type: " + type);
        };
    }

    @Override
    public void close() {
        try {
            store.close();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
        client.deleteTable(delete -> delete.tableName(table));
    }
}
