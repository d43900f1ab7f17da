package dev.semel.jackson;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonPOJOBuilder;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.deser.std.FromStringDeserializer;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Types that can be kept as JSON and types that can't. */
@SuppressWarnings({"rawtypes", "unused", "ClassCanBeStatic", "ArrayRecordComponent"})
class SampleTypes {

    interface Shape {}

    record Circle(int radius) implements Shape {}

    record Drawing(String name, List<Shape> shapes) {}

    record Album(Map<String, Drawing[]> drawings) {}

    record Raw(List items) {}

    record Wild(Map<String, List<?>> items) {}

    record Any(Object what) {}

    record AnyList(List<Object> items, Map<String, Object> more) {}

    record Box<T>(T content) {}

    record Timed(Instant at) {}

    record Maybe(Optional<String> there) {}

    record Loaded(Class<?> type) {}

    record Numbered(Number number) {}

    record AnyKeys(Map<Object, String> map) {}

    record Several(Shape shape, Instant at, Object any) {}

    static class NoConstructor {
        private final int a;

        NoConstructor(int a, int b) {
            this.a = a;
        }

        public int getA() {
            return a;
        }
    }

    static class FromTextOnly {
        private final String text;

        public FromTextOnly(String text) {
            this.text = text;
        }

        public String getText() {
            return text;
        }
    }

    static class Hidden {
        private int state;
    }

    static class RenamedGetter {
        private final String id;

        @JsonCreator
        RenamedGetter(@JsonProperty("id") String id) {
            this.id = id;
        }

        public String getIdentifier() {
            return id;
        }
    }

    static class Password {
        @JsonProperty("user")
        public final String user;

        @JsonCreator
        Password(
                @JsonProperty("user") String user,
                @JsonProperty(value = "secret", access = JsonProperty.Access.WRITE_ONLY) String secret) {
            this.user = user;
        }
    }

    record ValueOnly(@JsonValue String text) {}

    record ValueOfTwo(@JsonValue String text, int other) {}

    static class ComputedValue {
        public int a;

        @JsonValue
        public String text() {
            return "a" + a;
        }
    }

    record ValueBoth(@JsonValue String text) {
        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        ValueBoth {}
    }

    static class NoDefaultList extends ArrayList<String> {
        NoDefaultList(int size) {
            super(size);
        }
    }

    class Inner {
        public int a;
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.CLASS)
    interface ByClass {}

    record OneByClass(int a) implements ByClass {}

    record HoldsByClass(Map<String, ByClass> map) {}

    record PropertyByClass(
            @JsonTypeInfo(use = JsonTypeInfo.Id.MINIMAL_CLASS)
            Shape shape) {}

    record ElementsByClass(
            @JsonTypeInfo(use = JsonTypeInfo.Id.CLASS) List<Object> list) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    interface NoneNamed {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    @JsonSubTypes(@JsonSubTypes.Type(Kept.class))
    sealed interface Animal permits Kept, Forgotten {}

    record Kept(int a) implements Animal {}

    record Forgotten(int a) implements Animal {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    @JsonSubTypes(@JsonSubTypes.Type(TimedEvent.class))
    interface Event {}

    record TimedEvent(Instant at) implements Event {}

    record PropertySubtypes(
            @JsonTypeInfo(use = JsonTypeInfo.Id.NAME) @JsonSubTypes(@JsonSubTypes.Type(Circle.class))
            Shape shape) {}

    record Unwrapped(@JsonUnwrapped Timed timed) {}

    static class UnwrappedField {
        @JsonUnwrapped
        public Timed timed;
    }

    static class TextInstant extends FromStringDeserializer<Instant> {
        TextInstant() {
            super(Instant.class);
        }

        @Override
        protected Instant _deserialize(String value, DeserializationContext context) {
            return Instant.parse(value);
        }
    }

    static class Extras {
        private final Map<String, Timed> all = new HashMap<>();

        @JsonAnyGetter
        public Map<String, Timed> all() {
            return all;
        }

        @JsonAnySetter
        public void set(String name, Timed value) {
            all.put(name, value);
        }
    }

    static class AnyExtras {
        @JsonAnySetter
        @JsonAnyGetter
        public Map<String, Object> all = new HashMap<>();
    }

    record OwnForm(
            @JsonSerialize(using = ToStringSerializer.class) @JsonDeserialize(using = TextInstant.class)
            Instant at) {}

    record Recursive(String name, List<Recursive> inner, Map<String, Recursive> more) {}

    @JsonDeserialize(builder = Built.Builder.class)
    static class Built {
        private final int a;

        private Built(int a) {
            this.a = a;
        }

        public int getA() {
            return a;
        }

        @JsonPOJOBuilder(withPrefix = "")
        static class Builder {
            private int a;

            Builder a(int value) {
                a = value;
                return this;
            }

            Built build() {
                return new Built(a);
            }
        }
    }

    static class Derived {
        public int a = 1;

        public int getTwice() {
            return 2 * a;
        }
    }

    @JsonAutoDetect(fieldVisibility = JsonAutoDetect.Visibility.ANY)
    static class Fields {
        private int a = 5;
    }
}
