package dev.semel.jackson;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.jsontype.TypeSerializer;
import com.fasterxml.jackson.databind.ser.BeanSerializerModifier;
import com.fasterxml.jackson.databind.ser.ContextualSerializer;
import com.fasterxml.jackson.databind.type.CollectionType;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes the members of a set in the order of their canonical texts. The iteration order of {@code Set.of} differs between JVMs, so a retry on
 * another node would look like a different request.
 */
final class SetsInOrder extends BeanSerializerModifier {
    private static final JsonMapper TREES = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .build();

    @Override
    public JsonSerializer<?> modifyCollectionSerializer(
            SerializationConfig config, CollectionType type, BeanDescription description, JsonSerializer<?> found) {
        return Set.class.isAssignableFrom(type.getRawClass()) ? new InOrder(found) : found;
    }

    private static final class InOrder extends JsonSerializer<Object> implements ContextualSerializer {
        private final JsonSerializer<Object> asFound;

        @SuppressWarnings("unchecked") // the serializer was resolved for the type of its values
        InOrder(JsonSerializer<?> asFound) {
            this.asFound = (JsonSerializer<Object>) asFound;
        }

        @Override
        public JsonSerializer<?> createContextual(SerializerProvider provider, @Nullable BeanProperty property)
                throws JsonMappingException {
            return new InOrder(provider.handleSecondaryContextualization(asFound, property));
        }

        @Override
        public boolean isEmpty(SerializerProvider provider, Object value) {
            return asFound.isEmpty(provider, value);
        }

        @Override
        public void serialize(Object set, JsonGenerator out, SerializerProvider provider) throws IOException {
            try (TokenBuffer buffer = new TokenBuffer(TREES, false)) {
                asFound.serialize(set, buffer, provider);
                writeSorted(buffer, out);
            }
        }

        @Override
        public void serializeWithType(
                Object set, JsonGenerator out, SerializerProvider provider, TypeSerializer typeSerializer)
                throws IOException {
            try (TokenBuffer buffer = new TokenBuffer(TREES, false)) {
                asFound.serializeWithType(set, buffer, provider, typeSerializer);
                writeSorted(buffer, out);
            }
        }

        private static void writeSorted(TokenBuffer buffer, JsonGenerator out) throws IOException {
            JsonNode written = TREES.readTree(buffer.asParser());
            if (!written.isArray()) {
                TREES.writeTree(out, written);
                return;
            }
            List<JsonNode> members = new ArrayList<>();
            written.forEach(members::add);
            members.sort(Comparator.comparing(CanonicalJson::of));
            out.writeStartArray();
            for (JsonNode member : members) {
                TREES.writeTree(out, member);
            }
            out.writeEndArray();
        }
    }
}
