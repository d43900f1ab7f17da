package dev.semel.dynamodb;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.semel.Fingerprint;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.Nonce;
import dev.semel.store.RecordId;
import dev.semel.store.Result;
import dev.semel.store.Store;
import dev.semel.store.Token;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Records that no other test uses, and requests for them. */
public final class Records {
    public static final Duration LEASE = Duration.ofSeconds(30);
    public static final Duration RETENTION = Duration.ofHours(1);
    public static final Fingerprint FINGERPRINT = Fingerprint.ofText("request");
    public static final Result RESULT = Result.value("text/plain", "receipt".getBytes(UTF_8));

    private Records() {}

    public static RecordId id() {
        return new RecordId("test", "", UUID.randomUUID().toString());
    }

    public static ClaimRequest request(RecordId id) {
        return request(id, FINGERPRINT, true);
    }

    public static ClaimRequest holding(RecordId id) {
        return request(id, FINGERPRINT, false);
    }

    public static ClaimRequest request(RecordId id, Fingerprint fingerprint, boolean takeOver) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        Nonce nonce = new Nonce(random.nextLong(), random.nextLong());
        LeaseTerms terms = new LeaseTerms(LEASE, takeOver ? RETENTION : null);
        return new ClaimRequest(id, fingerprint, () -> nonce, terms, takeOver);
    }

    public static Token claim(Store store, RecordId id) {
        return ((ClaimResult.Claimed) store.claim(request(id))).record().token();
    }

    /** Returns the key of its item in a dedicated table. */
    public static Map<String, AttributeValue> key(RecordId id) {
        return Map.of("id", AttributeValue.fromS("semel#" + HexFormat.of().formatHex(id.digest())));
    }

    /** Returns its item in a dedicated table. */
    public static Map<String, AttributeValue> item(DynamoDbClient client, String table, RecordId id) {
        return client.getItem(get -> get.tableName(table).consistentRead(true).key(key(id)))
                .item();
    }

    /** Changes an attribute of an item. */
    public static void change(
            DynamoDbClient client,
            String table,
            Map<String, AttributeValue> key,
            String attribute,
            UnaryOperator<AttributeValue> change) {
        AttributeValue old = client.getItem(
                        get -> get.tableName(table).consistentRead(true).key(key))
                .item()
                .get(attribute);
        client.updateItem(update -> update.tableName(table)
                .key(key)
                .updateExpression("SET #it = :it")
                .expressionAttributeNames(Map.of("#it", attribute))
                .expressionAttributeValues(Map.of(":it", change.apply(old))));
    }

    public static long number(Map<String, AttributeValue> item, String attribute) {
        return Long.parseLong(item.get(attribute).n());
    }
}
