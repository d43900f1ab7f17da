package dev.semel.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonPOJOBuilder;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.deser.std.FromStringDeserializer;
import com.fasterxml.jackson.databind.exc.InvalidTypeIdException;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.io.Serializable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@SuppressWarnings({"rawtypes", "unused", "ClassCanBeStatic", "ArrayRecordComponent"})
class JsonCodecTypesTest {

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
    interface NobodyNamed {}

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

    private static void refused(Class<?> type, String... parts) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JsonCodec.of(type))
                .withMessageContainingAll(parts);
    }

    private static void refused(TypeReference<?> type, String... parts) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JsonCodec.of(type))
                .withMessageContainingAll(parts);
    }

    @Nested
    class Refused_when_made {

        @Test
        @DisplayName("A3 interfaces and abstract classes without type information, with the path to them")
        void abstract_types() {
            refused(Shape.class, "at Shape", "abstract", "@JsonTypeInfo(use = NAME)");
            refused(Drawing.class, "at Drawing.shapes[] (dev.semel.jackson.JsonCodecTypesTest$Shape)");
            refused(Album.class, "at Album.drawings[][].shapes[]");
            refused(new TypeReference<Box<List<Shape>>>() {}, "at Box.content[]");
            refused(AbstractBase.class, "at AbstractBase", "abstract");
        }

        abstract static class AbstractBase {
            public int a;
        }

        @Test
        @DisplayName("A3 generic classes without their elements: use a TypeReference")
        void raw_types() {
            refused(List.class, "at List", "TypeReference<List<Receipt>>");
            refused(Map.class, "at Map", "TypeReference");
            refused(Box.class, "at Box ", "TypeReference");
            refused(Raw.class, "at Raw.items", "not declared");
            refused(new TypeReference<Map<String, List>>() {}, "at Map ", "not declared");
            refused(new TypeReference<List<?>>() {}, "at List ", "wildcard");
            refused(Wild.class, "at Wild.items", "wildcard");
        }

        @Test
        @DisplayName("A3 Object, unless it is the declared element of a list or map")
        void objects() {
            refused(Object.class, "at Object", "declare a type");
            refused(Serializable.class, "at Serializable", "declare a type");
            refused(Any.class, "at Any.what");
            refused(new TypeReference<Box<Object>>() {}, "at Box.content");
            refused(new TypeReference<AtomicReference<Object>>() {}, "at AtomicReference[]");
            refused(AnyKeys.class, "at AnyKeys.map", "keys");
        }

        @Test
        @DisplayName("A3 classes that can't be made from what is written of them")
        void no_creator() {
            refused(NoConstructor.class, "at NoConstructor", "@JsonCreator");
            refused(FromTextOnly.class, "at FromTextOnly", "no way to make one");
            refused(ValueOfTwo.class, "at ValueOfTwo", "DELEGATING");
            refused(ComputedValue.class, "at ComputedValue", "DELEGATING");
            refused(NoDefaultList.class, "at NoDefaultList", "constructor");
            refused(Inner.class, "at Inner", "no way to make one");
            refused(RenamedGetter.class, "at RenamedGetter", "takes id", "never written");
        }

        @Test
        @DisplayName("A3 classes of which nothing is written though they have state")
        void nothing_to_write() {
            refused(Hidden.class, "at Hidden", "nothing in it to write");
            refused(new TypeReference<List<Hidden>>() {}, "at List[]", "nothing in it to write");
            refused(Thread.class, "at Thread");
        }

        @Test
        @DisplayName("A3 java.time and Optional without their modules, which are named")
        void missing_modules() {
            refused(Instant.class, "at Instant", "JavaTimeModule", "jackson-datatype-jsr310", "JsonCodec.with(mapper)");
            refused(Timed.class, "at Timed.at", "JavaTimeModule");
            refused(Maybe.class, "at Maybe.there", "Jdk8Module", "jackson-datatype-jdk8");
            refused(new TypeReference<Optional<String>>() {}, "at Optional", "Jdk8Module");
            refused(OptionalInt.class, "at OptionalInt", "Jdk8Module");
            refused(Unwrapped.class, "timed.at", "JavaTimeModule");
            refused(Extras.class, "at Extras[].at", "JavaTimeModule");
            refused(UnwrappedField.class, "timed.at", "JavaTimeModule");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> JsonCodec.with(new ObjectMapper().registerModule(new Jdk8Module()))
                            .of(new TypeReference<List<Optional<Timed>>>() {}))
                    .withMessageContaining("at List[][].at (java.time.Instant)");
        }

        @Test
        @DisplayName("A3 types that are chosen by the name of a class")
        void class_names() {
            refused(ByClass.class, "at ByClass", "use = NAME");
            refused(OneByClass.class, "at OneByClass", "use = NAME");
            refused(HoldsByClass.class, "at HoldsByClass.map[]", "use = NAME");
            refused(PropertyByClass.class, "at PropertyByClass.shape", "use = NAME");
            refused(ElementsByClass.class, "at ElementsByClass.list[]", "use = NAME");
            refused(Loaded.class, "at Loaded.type", "which class is loaded");
            refused(Numbered.class, "at Numbered.number", "BigDecimal");
        }

        @Test
        @DisplayName("A3 a class name in stored JSON is denied even where the check of types has not been")
        void class_names_when_read() {
            ObjectMapper copy = Mappers.copyOf(new ObjectMapper());
            String stored = "{\"@class\":\"" + OneByClass.class.getName() + "\",\"a\":1}";
            assertThatThrownBy(() -> copy.readValue(stored, ByClass.class)).isInstanceOf(InvalidTypeIdException.class);
        }

        @Test
        @DisplayName("A3 subtypes: none named, one of a sealed type forgotten, one that is wrong itself")
        void subtypes() {
            refused(NobodyNamed.class, "at NobodyNamed", "@JsonSubTypes");
            refused(Animal.class, "at Animal(Forgotten)", "not listed");
            refused(Event.class, "at Event(TimedEvent).at", "JavaTimeModule");
            refused(new TypeReference<List<Event>>() {}, "at List[](TimedEvent).at");
        }

        @Test
        @DisplayName("A3 all that is wrong is said at once, each place once")
        void all_at_once() {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> JsonCodec.of(Several.class))
                    .withMessageContainingAll("at Several.shape", "at Several.at", "at Several.any")
                    .satisfies(e -> assertThat(e.getMessage().split("at Several\\.at", -1))
                            .hasSize(2));
        }

        @Test
        @DisplayName("A3 mappers of other formats")
        void other_formats() {
            ObjectMapper other = new ObjectMapper(new JsonFactory() {
                @Override
                public String getFormatName() {
                    return "CBOR";
                }
            });
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> JsonCodec.with(other))
                    .withMessageContaining("CBOR");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> JsonFingerprinter.with(other))
                    .withMessageContaining("CBOR");
        }
    }

    @Nested
    class Kept_as_they_are {

        @Test
        @DisplayName("A3 lists, sets, maps, arrays and enums of what can be kept")
        void containers() {
            accepted(new TypeReference<Collection<Circle>>() {});
            accepted(new TypeReference<Set<Long>>() {});
            accepted(new TypeReference<SortedMap<Integer, List<Circle[]>>>() {});
            accepted(new TypeReference<EnumMap<TimeUnit, EnumSet<TimeUnit>>>() {});
            accepted(new TypeReference<List<? extends Circle>>() {});
            accepted(new TypeReference<AtomicReference<Circle>>() {});
            accepted(new TypeReference<Map<String, Object>>() {});
            accepted(new TypeReference<List<Map<String, List<Object>>>>() {});
            accepted(new TypeReference<Object[]>() {});
            accepted(new TypeReference<Box<Circle>>() {});
            accepted(new TypeReference<AnyList>() {});
            accepted(new TypeReference<Recursive>() {});
            accepted(new TypeReference<byte[]>() {});
            accepted(new TypeReference<CharSequence>() {});
        }

        @Test
        @DisplayName("A3 builders, delegating creators, fields, computed getters and annotated members")
        void beans() {
            accepted(new TypeReference<Built>() {});
            accepted(new TypeReference<Derived>() {});
            accepted(new TypeReference<Fields>() {});
            accepted(new TypeReference<OwnForm>() {});
            accepted(new TypeReference<PropertySubtypes>() {});
            accepted(new TypeReference<Password>() {});
            AnyExtras extras = new AnyExtras();
            extras.all.put("a", List.of(1));
            assertThat(JsonCodecTest.there_and_back(JsonCodec.of(AnyExtras.class), extras).all)
                    .isEqualTo(extras.all);
            OwnForm own = new OwnForm(Instant.EPOCH);
            assertThat(JsonCodecTest.there_and_back(JsonCodec.of(OwnForm.class), own))
                    .isEqualTo(own);
            assertThat(JsonCodecTest.there_and_back(JsonCodec.of(ValueBoth.class), new ValueBoth("x")))
                    .isEqualTo(new ValueBoth("x"));
            assertThat(JsonCodecTest.there_and_back(JsonCodec.of(ValueOnly.class), new ValueOnly("x")))
                    .isEqualTo(new ValueOnly("x"));
            PropertySubtypes circle = new PropertySubtypes(new Circle(1));
            assertThat(JsonCodecTest.there_and_back(JsonCodec.of(PropertySubtypes.class), circle))
                    .isEqualTo(circle);
        }

        @Test
        @DisplayName("A3 what a module maps to something concrete")
        void mapped_by_a_module() {
            ObjectMapper mapper = new ObjectMapper()
                    .registerModule(new SimpleModule().addAbstractTypeMapping(Shape.class, Circle.class));
            Drawing drawing = new Drawing("d", List.of(new Circle(2)));
            assertThat(JsonCodecTest.there_and_back(JsonCodec.with(mapper).of(Drawing.class), drawing))
                    .isEqualTo(drawing);
            assertThat(JsonCodecTest.there_and_back(JsonCodec.with(mapper).of(Shape.class), new Circle(3)))
                    .isEqualTo(new Circle(3));
        }

        @Test
        @DisplayName("A3 a type that is known only at run time, such as what a method returns")
        void run_time_types() throws Exception {
            var codec = JsonCodec.with(new ObjectMapper())
                    .ofType(getClass().getDeclaredMethod("circles").getGenericReturnType());
            assertThat(codec.decode("[{\"radius\":1}]".getBytes(java.nio.charset.StandardCharsets.UTF_8)))
                    .isEqualTo(List.of(new Circle(1)));
            assertThat(codec).hasToString("JsonCodec of java.util.List<dev.semel.jackson.JsonCodecTypesTest$Circle>");
        }

        private List<Circle> circles() {
            return List.of();
        }

        private void accepted(TypeReference<?> type) {
            assertThatCode(() -> JsonCodec.of(type))
                    .as(type.getType().getTypeName())
                    .doesNotThrowAnyException();
        }
    }
}
