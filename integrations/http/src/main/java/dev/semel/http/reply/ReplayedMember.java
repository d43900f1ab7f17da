package dev.semel.http.reply;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.http.Answer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The member of a JSON object that marks a replay. It is inserted at the start, so that all other bytes remain as they were stored. */
final class ReplayedMember {
    /** Keeps numbers as they were written. */
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private ReplayedMember() {}

    /** Returns the replay with the member; unchanged if its body is not a JSON object, or if no member is wanted. */
    static Answer in(Answer replay, @Nullable String name) {
        if (name == null
                || !replay.isJson()
                || replay.header("Content-Encoding").isPresent()) {
            return replay;
        }
        try {
            JsonNode body = JSON.readTree(replay.body());
            return body instanceof ObjectNode object ? replay.body(with(name, object, replay.body())) : replay;
        } catch (IOException e) {
            return replay;
        }
    }

    private static byte[] with(String name, ObjectNode object, byte[] body) {
        if (object.has(name)) {
            return object.put(name, true).toString().getBytes(StandardCharsets.UTF_8);
        }
        int start = 0;
        while (body[start] != '{') {
            start++;
        }
        String member = "\"" + String.valueOf(JsonStringEncoder.getInstance().quoteAsString(name)) + "\":true";
        ByteArrayOutputStream marked = new ByteArrayOutputStream(body.length + member.length() + 1);
        marked.write(body, 0, start + 1);
        marked.writeBytes(member.getBytes(StandardCharsets.UTF_8));
        if (!object.isEmpty()) {
            marked.write(',');
        }
        marked.write(body, start + 1, body.length - start - 1);
        return marked.toByteArray();
    }
}
