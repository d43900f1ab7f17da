package dev.semel.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.InvalidTypeIdException;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import dev.semel.jackson.SampleTypes.Album;
import dev.semel.jackson.SampleTypes.Animal;
import dev.semel.jackson.SampleTypes.Any;
import dev.semel.jackson.SampleTypes.AnyExtras;
import dev.semel.jackson.SampleTypes.AnyKeys;
import dev.semel.jackson.SampleTypes.AnyList;
import dev.semel.jackson.SampleTypes.Box;
import dev.semel.jackson.SampleTypes.Built;
import dev.semel.jackson.SampleTypes.ByClass;
import dev.semel.jackson.SampleTypes.Circle;
import dev.semel.jackson.SampleTypes.ComputedValue;
import dev.semel.jackson.SampleTypes.Derived;
import dev.semel.jackson.SampleTypes.Drawing;
import dev.semel.jackson.SampleTypes.ElementsByClass;
import dev.semel.jackson.SampleTypes.Event;
import dev.semel.jackson.SampleTypes.Extras;
import dev.semel.jackson.SampleTypes.Fields;
import dev.semel.jackson.SampleTypes.FromTextOnly;
import dev.semel.jackson.SampleTypes.Hidden;
import dev.semel.jackson.SampleTypes.HoldsByClass;
import dev.semel.jackson.SampleTypes.Inner;
import dev.semel.jackson.SampleTypes.Loaded;
import dev.semel.jackson.SampleTypes.Maybe;
import dev.semel.jackson.SampleTypes.NoConstructor;
import dev.semel.jackson.SampleTypes.NoDefaultList;
import dev.semel.jackson.SampleTypes.NoneNamed;
import dev.semel.jackson.SampleTypes.Numbered;
import dev.semel.jackson.SampleTypes.OneByClass;
import dev.semel.jackson.SampleTypes.OwnForm;
import dev.semel.jackson.SampleTypes.Password;
import dev.semel.jackson.SampleTypes.PropertyByClass;
import dev.semel.jackson.SampleTypes.PropertySubtypes;
import dev.semel.jackson.SampleTypes.Raw;
import dev.semel.jackson.SampleTypes.Recursive;
import dev.semel.jackson.SampleTypes.RenamedGetter;
import dev.semel.jackson.SampleTypes.Several;
import dev.semel.jackson.SampleTypes.Shape;
import dev.semel.jackson.SampleTypes.Timed;
import dev.semel.jackson.SampleTypes.Unwrapped;
import dev.semel.jackson.SampleTypes.UnwrappedField;
import dev.semel.jackson.SampleTypes.ValueBoth;
import dev.semel.jackson.SampleTypes.ValueOfTwo;
import dev.semel.jackson.SampleTypes.ValueOnly;
import dev.semel.jackson.SampleTypes.Wild;
import java.io.Serializable;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
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
            refused(Drawing.class, "at Drawing.shapes[] (dev.semel.jackson.SampleTypes$Shape)");
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
        @DisplayName("A3 classes that cannot be created from what is written of them")
        void no_creator() {
            refused(NoConstructor.class, "at NoConstructor", "@JsonCreator");
            refused(FromTextOnly.class, "at FromTextOnly", "Jackson cannot create it");
            refused(ValueOfTwo.class, "at ValueOfTwo", "DELEGATING");
            refused(ComputedValue.class, "at ComputedValue", "DELEGATING");
            refused(NoDefaultList.class, "at NoDefaultList", "constructor");
            refused(Inner.class, "at Inner", "Jackson cannot create it");
            refused(RenamedGetter.class, "at RenamedGetter", "takes id", "never written");
        }

        @Test
        @DisplayName("A3 classes of which nothing is written though they have state")
        void nothing_to_write() {
            refused(Hidden.class, "at Hidden", "finds nothing to write");
            refused(new TypeReference<List<Hidden>>() {}, "at List[]", "finds nothing to write");
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
        @DisplayName("A3 a class name in stored JSON is denied even without the type check")
        void class_names_when_read() {
            ObjectMapper copy = Mappers.copyOf(new ObjectMapper());
            String stored = "{\"@class\":\"" + OneByClass.class.getName() + "\",\"a\":1}";
            assertThatThrownBy(() -> copy.readValue(stored, ByClass.class)).isInstanceOf(InvalidTypeIdException.class);
        }

        @Test
        @DisplayName("A3 subtypes: none named, one of a sealed type missing, one that is itself rejected")
        void subtypes() {
            refused(NoneNamed.class, "at NoneNamed", "@JsonSubTypes");
            refused(Animal.class, "at Animal(Forgotten)", "not listed");
            refused(Event.class, "at Event(TimedEvent).at", "JavaTimeModule");
            refused(new TypeReference<List<Event>>() {}, "at List[](TimedEvent).at");
        }

        @Test
        @DisplayName("A3 all problems are reported together, one for each location")
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
        @DisplayName("A3 lists, sets, maps, arrays and enums of supported types")
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
        @DisplayName("A3 abstract types that a module maps to concrete ones")
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
        @DisplayName("A3 a type that is known only at run time, such as a method's return type")
        void run_time_types() throws Exception {
            var codec = JsonCodec.with(new ObjectMapper())
                    .ofType(getClass().getDeclaredMethod("circles").getGenericReturnType());
            assertThat(codec.decode("[{\"radius\":1}]".getBytes(java.nio.charset.StandardCharsets.UTF_8)))
                    .isEqualTo(List.of(new Circle(1)));
            assertThat(codec).hasToString("JsonCodec of java.util.List<dev.semel.jackson.SampleTypes$Circle>");
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
