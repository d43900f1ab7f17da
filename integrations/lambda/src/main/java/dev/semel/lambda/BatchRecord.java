package dev.semel.lambda;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Objects;

/**
 * One record of a batch.
 *
 * @param source where it comes from
 * @param json all of it, as it was delivered; don't change it
 */
public record BatchRecord(RecordSource source, JsonNode json) {
    public BatchRecord {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(json, "json");
    }

    /** What a partial batch failure calls it: the message id of SQS and SNS, the sequence number in a stream, the id of an EventBridge event. */
    public String id() {
        return source.id().in(json).asText();
    }

    /** What was sent, as JSON: SQS's body and SNS's message as text, EventBridge's detail, Kinesis's data as Base64, a stream's change. */
    public JsonNode payload() {
        return source.usual().compared().in(json);
    }

    /** What was sent, as text: the body, the message, the data that Kinesis carries, or the JSON of detail or change. */
    public String text() {
        return source == RecordSource.KINESIS
                ? new String(bytes(), StandardCharsets.UTF_8)
                : payload().isTextual() ? payload().textValue() : payload().toString();
    }

    /** What was sent, as bytes: the data that Kinesis carries, else the text in UTF-8. */
    public byte[] bytes() {
        return source == RecordSource.KINESIS
                ? Base64.getDecoder().decode(payload().asText())
                : text().getBytes(StandardCharsets.UTF_8);
    }

    /** Source and id; never the payload. */
    @Override
    public String toString() {
        return source + " " + id();
    }
}
