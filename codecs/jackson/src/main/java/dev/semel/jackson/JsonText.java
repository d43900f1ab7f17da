package dev.semel.jackson;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Parses JSON text strictly by RFC 8259, preserving every digit and rejecting duplicate members. Messages contain the location and never the
 * text; exceptions have no cause, since Jackson's messages quote the text.
 */
final class JsonText {
    // Names are untrusted input: interning them would fill a table that is never cleared.
    private static final ObjectReader READER = JsonMapper.builder(JsonFactory.builder()
                    .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                    .build())
            .enable(
                    DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS,
                    DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build()
            .readerFor(JsonNode.class);

    private JsonText() {}

    /** Decodes strictly before parsing: Jackson accepts overlong forms and encoded surrogates, so different bytes could be equal. */
    static JsonNode parse(byte[] utf8) {
        try {
            return parse(decode(utf8));
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("the payload is not JSON in UTF-8; check its content type and encoding");
        }
    }

    static String decode(byte[] utf8) throws CharacterCodingException {
        return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString();
    }

    static JsonNode parse(String json) {
        String text = json.startsWith("\uFEFF") ? json.substring(1) : json;
        try (JsonParser parser = READER.createParser(text)) {
            if (parser.nextToken() == null) {
                throw new IllegalArgumentException(
                        "the payload is empty where JSON was expected; send a JSON document");
            }
            JsonNode document = READER.readValue(parser);
            if (parser.nextToken() != null) {
                throw new IllegalArgumentException("the payload continues after its JSON document"
                        + at(parser.currentTokenLocation()) + "; send one document");
            }
            return document;
        } catch (StreamConstraintsException e) {
            throw new IllegalArgumentException(
                    "the JSON exceeds a limit: nesting, or the length of a string, name or number" + at(e.getLocation())
                            + "; make it smaller");
        } catch (MismatchedInputException e) {
            throw new IllegalArgumentException(
                    "a JSON object repeats a member, before" + at(e.getLocation()) + "; send each member once");
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("a JSON number has an exponent beyond 2147483647; send a smaller one");
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("the payload is not valid JSON" + at(e.getLocation()) + "; correct it");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read from a string", e);
        }
    }

    private static String at(JsonLocation location) {
        return location == null ? "" : " line " + location.getLineNr() + ", column " + location.getColumnNr();
    }
}
