package dev.semel.dynamodb;

import dev.semel.store.Backoff;
import dev.semel.store.Causes;
import dev.semel.store.StoreException;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
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

/** The table: what it must look like, and how it is made for development. */
final class Table {
    static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{3,255}|arn:[A-Za-z0-9_.:/-]{1,1000}");
    static final String NAME_RULE = "table must be 3 to 255 letters, digits and _.-, or an ARN";
    private static final int PATIENCE = 1_000;

    private final Calls calls;
    private final Layout layout;

    Table(Calls calls, Layout layout) {
        this.calls = calls;
        this.layout = layout;
    }

    /** Makes the table if that is wanted, and looks at it if that is wanted. */
    void prepare(boolean create, boolean check) {
        if (create) {
            create();
        }
        if (check) {
            check();
            reportTimeToLive();
        }
    }

    /** Reads an item that is never there, which needs no permission beyond those that a store needs anyway. */
    void check() {
        GetItemRequest probe = GetItemRequest.builder()
                .tableName(layout.table())
                .key(layout.key(layout.nobody()))
                .build();
        try {
            calls.wire().get(probe);
        } catch (ResourceNotFoundException e) {
            throw new StoreException(
                    "there is no table " + layout.table() + ": create it with " + shape()
                            + ", set createTable(true) for development, or check region and account",
                    e);
        } catch (DynamoDbException e) {
            throw isInvalid(e)
                    ? new StoreException(
                            "the table " + layout.table() + " has another key than " + shape()
                                    + ": set partitionKey and sortKey as the table has them, or choose another table",
                            e)
                    : failed(e);
        } catch (RuntimeException e) {
            throw failed(e);
        }
    }

    private StoreException failed(RuntimeException cause) {
        return new StoreException(
                "the table " + layout.table() + " could not be read: " + Causes.of(cause)
                        + "; check endpoint, credentials and permissions",
                cause);
    }

    static boolean isInvalid(DynamoDbException e) {
        return e.awsErrorDetails() != null
                && "ValidationException".equals(e.awsErrorDetails().errorCode());
    }

    private String shape() {
        String partition = "a partition key \"" + layout.keys().partition() + "\" of type S";
        String sort = layout.keys().sort();
        return partition + (sort == null ? " and no sort key" : " and a sort key \"" + sort + "\" of type S");
    }

    /** Warns if DynamoDB will never delete anything. Who may not ask is not told. */
    void reportTimeToLive() {
        try {
            TimeToLiveDescription found = timeToLive();
            boolean on =
                    found != null && isOn(found) && layout.name(Attribute.TTL).equals(found.attributeName());
            if (!on) {
                log().log(
                                Level.WARNING,
                                "time to live is not switched on for the attribute \"{0}\" of the table {1}: records past their"
                                        + " retention count as absent, but DynamoDB never deletes them",
                                layout.name(Attribute.TTL),
                                layout.table());
            }
        } catch (RuntimeException e) {
            log().log(Level.DEBUG, "whether time to live is switched on could not be asked", e);
        }
    }

    private TimeToLiveDescription timeToLive() {
        return calls.wire()
                .describe(DescribeTimeToLiveRequest.builder()
                        .tableName(layout.table())
                        .build())
                .timeToLiveDescription();
    }

    private static boolean isOn(TimeToLiveDescription found) {
        return found.timeToLiveStatus() == TimeToLiveStatus.ENABLED
                || found.timeToLiveStatus() == TimeToLiveStatus.ENABLING;
    }

    /** Makes the table if it is not there and switches on time to live. Two nodes may do so at the same moment. */
    void create() {
        try {
            if (!isThere()) {
                calls.wire().create(request());
            }
        } catch (ResourceInUseException e) {
            log().log(Level.DEBUG, "another node makes the table {0}", layout.table());
        } catch (RuntimeException e) {
            throw new StoreException("the table " + layout.table() + " could not be created: " + Causes.of(e), e);
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
        return calls.wire()
                .describe(
                        DescribeTableRequest.builder().tableName(layout.table()).build())
                .table()
                .tableStatus();
    }

    private CreateTableRequest request() {
        List<AttributeDefinition> definitions = new ArrayList<>();
        List<KeySchemaElement> schema = new ArrayList<>();
        add(definitions, schema, layout.keys().partition(), KeyType.HASH);
        if (layout.keys().sort() != null) {
            add(definitions, schema, layout.keys().sort(), KeyType.RANGE);
        }
        return CreateTableRequest.builder()
                .tableName(layout.table())
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
        throw new StoreException("the table " + layout.table() + " was created and is not active yet; try again", null);
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
            calls.wire()
                    .update(UpdateTimeToLiveRequest.builder()
                            .tableName(layout.table())
                            .timeToLiveSpecification(spec -> spec.attributeName(layout.name(Attribute.TTL))
                                    .enabled(true))
                            .build());
        } catch (RuntimeException e) {
            // Another node may be doing it; the report that follows tells if nobody has.
            log().log(Level.DEBUG, "time to live could not be switched on", e);
        }
    }

    /** Not made before there is something to say: it takes time that a cold start does not have. */
    private static System.Logger log() {
        return System.getLogger("dev.semel.dynamodb");
    }
}
