package dev.semel.lambda;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.StreamSupport;

/** Where the records of a batch come from. */
@SuppressWarnings("ImmutableEnumChecker") // parts of events can't be changed
public enum RecordSource {
    /** A queue of SQS, standard or FIFO. */
    SQS("/messageId", true, new Usual(EventPart.at("/messageId"), EventPart.at("/body"))),
    /** A topic of SNS. */
    SNS("/Sns/MessageId", false, new Usual(EventPart.at("/Sns/MessageId"), EventPart.at("/Sns/Message"))),
    /** A bus of EventBridge, whose events come alone. */
    EVENT_BRIDGE("/id", false, new Usual(EventPart.at("/id"), EventPart.at("/detail"))),
    /** A stream of Kinesis. */
    KINESIS(
            "/kinesis/sequenceNumber",
            true,
            new Usual(EventPart.at("/eventSourceARN", "/eventID"), EventPart.at("/kinesis/data"))),
    /** The stream of a table of DynamoDB. */
    DYNAMODB_STREAM(
            "/dynamodb/SequenceNumber",
            true,
            new Usual(EventPart.at("/eventSourceARN", "/eventID"), EventPart.at("/dynamodb")));

    private final EventPart id;
    private final boolean partialFailures;
    private final Usual usual;

    RecordSource(String id, boolean partialFailures, Usual usual) {
        this.id = EventPart.at(id);
        this.partialFailures = partialFailures;
        this.usual = usual;
    }

    EventPart id() {
        return id;
    }

    Usual usual() {
        return usual;
    }

    /** Whether Lambda can be told which records of a batch have failed. */
    boolean hasPartialFailures() {
        return partialFailures;
    }

    /** Whether all records of a batch have one order. */
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
        return new IllegalArgumentException("the event is none of SQS, SNS, EventBridge, Kinesis or DynamoDB streams;"
                + " connect the function to one of them, or use LambdaGuard for other events");
    }
}
