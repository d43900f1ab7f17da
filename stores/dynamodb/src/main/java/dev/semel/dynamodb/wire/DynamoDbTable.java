package dev.semel.dynamodb.wire;

import dev.semel.StoreException;
import dev.semel.store.Causes;
import dev.semel.store.MissingSchemaException;
import dev.semel.time.Backoff;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveRequest;

/** Checks that a table has the keys that a store expects, and creates one for development. */
public final class DynamoDbTable {
    private static final int PATIENCE = 1_000;

    private final DynamoDbLink link;
    private final TableKeys keys;
    private final String ttlAttribute;

    /** Creates the view of a table whose items expire by an attribute. */
    public DynamoDbTable(DynamoDbLink link, TableKeys keys, String ttlAttribute) {
        this.link = link;
        this.keys = keys;
        this.ttlAttribute = ttlAttribute;
    }

    /**
     * Creates the table if {@code create} is set and it does not exist, with payment by request and time to live. Then checks its keys and
     * its time to live if {@code check} is set.
     *
     * @throws StoreException if the table can't be reached or has other keys
     */
    public void prepare(boolean create, boolean check) {
        if (create) {
            create();
        }
        if (check) {
            check();
            reportTimeToLive();
        }
    }

    /** Reads an item that never exists. A store needs the permission to do so anyway. */
    private void check() {
        GetItemRequest probe = GetItemRequest.builder()
                .tableName(keys.table())
                .key(keys.unusedKey())
                .build();
        try {
            link.requests().get(probe);
        } catch (ResourceNotFoundException e) {
            throw new MissingSchemaException(
                    "there is no table " + keys.table() + ": create it with " + shape()
                            + ", set createTable(true) for development, or check region and account",
                    keys.table(),
                    shape(),
                    e);
        } catch (DynamoDbException e) {
            throw Refusals.isInvalid(e)
                    ? new StoreException(
                            "the table " + keys.table() + " has another key than " + shape()
                                    + ": set partitionKey and sortKey as the table has them, or choose another table",
                            e)
                    : failed(e);
        } catch (RuntimeException e) {
            throw failed(e);
        }
    }

    private StoreException failed(RuntimeException cause) {
        return new StoreException(
                "the table " + keys.table() + " could not be read: " + Causes.of(cause)
                        + "; check endpoint, credentials and permissions",
                cause);
    }

    private String shape() {
        String partition = "a partition key \"" + keys.partition() + "\" of type S";
        String sort = keys.sort();
        return partition + (sort == null ? " and no sort key" : " and a sort key \"" + sort + "\" of type S");
    }

    /** Warns if DynamoDB will never delete an item. Does nothing if the permission to ask is missing. */
    private void reportTimeToLive() {
        try {
            TimeToLiveDescription found = timeToLive();
            boolean on = found != null && isOn(found) && ttlAttribute.equals(found.attributeName());
            if (!on) {
                log().log(
                                Level.WARNING,
                                "time to live is not switched on for the attribute \"{0}\" of the table {1}: records past their"
                                        + " retention count as absent, but DynamoDB never deletes them",
                                ttlAttribute,
                                keys.table());
            }
        } catch (RuntimeException e) {
            log().log(Level.DEBUG, "the time to live of the table could not be read", e);
        }
    }

    private TimeToLiveDescription timeToLive() {
        return link.requests()
                .describe(DescribeTimeToLiveRequest.builder()
                        .tableName(keys.table())
                        .build())
                .timeToLiveDescription();
    }

    private static boolean isOn(TimeToLiveDescription found) {
        return found.timeToLiveStatus() == TimeToLiveStatus.ENABLED
                || found.timeToLiveStatus() == TimeToLiveStatus.ENABLING;
    }

    /** Creates the table if it does not exist, and switches on time to live. Several nodes may do so concurrently. */
    private void create() {
        try {
            if (!isThere()) {
                link.requests().create(request());
            }
        } catch (ResourceInUseException e) {
            log().log(Level.DEBUG, "another node is creating the table {0}", keys.table());
        } catch (RuntimeException e) {
            throw new StoreException("the table " + keys.table() + " could not be created: " + Causes.of(e), e);
        }
        awaitActive();
        switchOnTimeToLive();
    }

    private boolean isThere() {
        try {
            return status() != null;
        } catch (ResourceNotFoundException e) {
            return false;
        }
    }

    private TableStatus status() {
        return link.requests()
                .describe(DescribeTableRequest.builder().tableName(keys.table()).build())
                .table()
                .tableStatus();
    }

    private CreateTableRequest request() {
        List<AttributeDefinition> definitions = new ArrayList<>();
        List<KeySchemaElement> schema = new ArrayList<>();
        add(definitions, schema, keys.partition(), KeyType.HASH);
        if (keys.sort() != null) {
            add(definitions, schema, keys.sort(), KeyType.RANGE);
        }
        return CreateTableRequest.builder()
                .tableName(keys.table())
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(definitions)
                .keySchema(schema)
                .build();
    }

    private static void add(
            List<AttributeDefinition> definitions, List<KeySchemaElement> schema, String name, KeyType type) {
        definitions.add(AttributeDefinition.builder()
                .attributeName(name)
                .attributeType(ScalarAttributeType.S)
                .build());
        schema.add(KeySchemaElement.builder().attributeName(name).keyType(type).build());
    }

    private void awaitActive() {
        Backoff polling = Backoff.forPolling();
        for (int i = 0; i < PATIENCE; i++) {
            if (isActive()) {
                return;
            }
            polling.pause();
        }
        throw new StoreException(
                "the table " + keys.table() + " was created and is not active yet; try again later", null);
    }

    private boolean isActive() {
        try {
            return status() == TableStatus.ACTIVE;
        } catch (ResourceNotFoundException e) {
            return false;
        } catch (RuntimeException e) {
            throw failed(e);
        }
    }

    private void switchOnTimeToLive() {
        try {
            if (isOn(timeToLive())) {
                return;
            }
            link.requests()
                    .update(UpdateTimeToLiveRequest.builder()
                            .tableName(keys.table())
                            .timeToLiveSpecification(
                                    spec -> spec.attributeName(ttlAttribute).enabled(true))
                            .build());
        } catch (RuntimeException e) {
            // Another node may be doing it. The check that follows warns if time to live stays off.
            log().log(Level.DEBUG, "time to live could not be switched on", e);
        }
    }

    /** Created when it is first used, since it would lengthen each cold start. */
    private static System.Logger log() {
        return System.getLogger("dev.semel.dynamodb");
    }
}
