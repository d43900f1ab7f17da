package dev.semel.lambda;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Objects;

/**
 * One record of a batch.
 *
 * @param source the service that the record comes from
 * @param json the whole record as it was delivered; must not be changed
 */
public record BatchRecord(RecordSource source, JsonNode json) {
    public BatchRecord {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(json, "json");
    }

    /**
     * Returns the id by which partial batch failures name the record: the message id of SQS and SNS, the sequence
     * number in a stream, or the id of an EventBridge event.
     */
    public String id() {
        return source.id().in(json).asText();
    }

    /**
     * Returns the payload as JSON: SQS's body and SNS's message as text, EventBridge's detail, Kinesis's data as
     * Base64, or a stream's change.
     */
    public JsonNode payload() {
        return source.defaults().compared().in(json);
    }

    /**
     * Returns the payload as text: the body, the message, the decoded data of Kinesis, or the JSON of detail or change.
     */
    public String text() {
        return source == RecordSource.KINESIS
                ? new String(bytes(), StandardCharsets.UTF_8)
                : payload().isTextual() ? payload().textValue() : payload().toString();
    }

    /** Returns the payload as bytes: the decoded data of Kinesis, otherwise the text in UTF-8. */
    public byte[] bytes() {
        return source == RecordSource.KINESIS
                ? Base64.getDecoder().decode(payload().asText())
                : text().getBytes(StandardCharsets.UTF_8);
    }

    /** Returns source and id, without the payload. */
    @Override
    public String toString() {
        return source + " " + id();
    }
}
