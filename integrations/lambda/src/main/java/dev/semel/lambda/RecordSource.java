package dev.semel.lambda;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.StreamSupport;

/** The service that the records of a batch come from. */
@SuppressWarnings("ImmutableEnumChecker") // EventPart is immutable
public enum RecordSource {
    /** An SQS queue, standard or FIFO. */
    SQS("/messageId", true, new EventDefaults(EventPart.at("/messageId"), EventPart.at("/body"))),
    /** An SNS topic. */
    SNS("/Sns/MessageId", false, new EventDefaults(EventPart.at("/Sns/MessageId"), EventPart.at("/Sns/Message"))),
    /** An EventBridge bus. Its events arrive one at a time. */
    EVENT_BRIDGE("/id", false, new EventDefaults(EventPart.at("/id"), EventPart.at("/detail"))),
    /** A Kinesis stream. */
    KINESIS(
            "/kinesis/sequenceNumber",
            true,
            new EventDefaults(EventPart.at("/eventSourceARN", "/eventID"), EventPart.at("/kinesis/data"))),
    /** The stream of a DynamoDB table. */
    DYNAMODB_STREAM(
            "/dynamodb/SequenceNumber",
            true,
            new EventDefaults(EventPart.at("/eventSourceARN", "/eventID"), EventPart.at("/dynamodb")));

    private final EventPart id;
    private final boolean partialFailures;
    private final EventDefaults defaults;

    RecordSource(String id, boolean partialFailures, EventDefaults defaults) {
        this.id = EventPart.at(id);
        this.partialFailures = partialFailures;
        this.defaults = defaults;
    }

    EventPart id() {
        return id;
    }

    EventDefaults defaults() {
        return defaults;
    }

    /** Returns whether the source accepts a report of the records that have failed. */
    boolean hasPartialFailures() {
        return partialFailures;
    }

    /** Returns whether all records of a batch are in one order. */
    boolean isStream() {
        return this == KINESIS || this == DYNAMODB_STREAM;
    }

    static List<BatchRecord> records(JsonNode event) {
        if (event.has("detail-type") && event.has("detail")) {
            return List.of(new BatchRecord(EVENT_BRIDGE, event));
        }
        JsonNode records = event.path("Records");
        if (!records.isArray()) {
            throw unknown();
        }
        return StreamSupport.stream(records.spliterator(), false)
                .map(each -> new BatchRecord(sourceOf(each), each))
                .toList();
    }

    private static RecordSource sourceOf(JsonNode record) {
        String source = record.path(record.has("eventSource") ? "eventSource" : "EventSource")
                .asText();
        return switch (source) {
            case "aws:sqs" -> SQS;
            case "aws:sns" -> SNS;
            case "aws:kinesis" -> KINESIS;
            case "aws:dynamodb" -> DYNAMODB_STREAM;
            default -> throw unknown();
        };
    }

    private static IllegalArgumentException unknown() {
        return new IllegalArgumentException(
                "the event does not come from SQS, SNS, EventBridge, Kinesis or a DynamoDB stream;"
                        + " connect the function to one of these, or use LambdaGuard for other events");
    }
}
