package dev.semel.jackson;

import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.AbstractDeserializer;
import com.fasterxml.jackson.databind.deser.BeanDeserializerBase;
import com.fasterxml.jackson.databind.deser.DefaultDeserializationContext;
import com.fasterxml.jackson.databind.deser.SettableBeanProperty;
import com.fasterxml.jackson.databind.deser.ValueInstantiator;
import com.fasterxml.jackson.databind.deser.impl.UnsupportedTypeDeserializer;
import com.fasterxml.jackson.databind.deser.std.ContainerDeserializerBase;
import com.fasterxml.jackson.databind.deser.std.ReferenceTypeDeserializer;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.jsontype.TypeDeserializer;
import com.fasterxml.jackson.databind.util.ClassUtil;
import java.io.Serializable;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Walks the deserializers of a type, as Jackson would choose them. Deserializers of modules and users are trusted. */
final class ReadCheck {
    private final DeserializationContext context;
    private final DeserializationConfig config;
    private final TypeCheck found;
    private final WriteCheck writing;
    private final Set<JavaType> walked = new HashSet<>();

    ReadCheck(ObjectMapper mapper, TypeCheck found, WriteCheck writing) {
        this.config = mapper.getDeserializationConfig();
        this.context = ((DefaultDeserializationContext) mapper.getDeserializationContext()).createDummyInstance(config);
        this.found = found;
        this.writing = writing;
    }

    void check(TypeCheck.Place place) {
        attempt(place, () -> {
            TypeDeserializer subtypes = place.type().getTypeHandler() instanceof TypeDeserializer known
                    ? known
                    : config.findTypeDeserializer(place.type());
            if (subtypes != null) {
                checkSubtypes(place, subtypes, null);
            } else {
                check(place, context.findContextualValueDeserializer(place.type(), null));
            }
        });
    }

    private void attempt(TypeCheck.Place place, Step step) {
        try {
            step.run();
        } catch (JsonMappingException | IllegalArgumentException e) {
            found.refuse(place, "it cannot be read: " + TypeCheck.reason(e));
        }
    }

    private void check(TypeCheck.Place place, JsonDeserializer<?> deserializer) throws JsonMappingException {
        JavaType type = place.type();
        String why = whyNot(place, deserializer);
        if (why != null) {
            found.refuse(place, why);
        } else if (deserializer instanceof BeanDeserializerBase bean) {
            checkBean(place, bean);
        } else if (deserializer instanceof ContainerDeserializerBase<?> container) {
            checkContainer(place, container);
        } else if (deserializer instanceof ReferenceTypeDeserializer<?>) {
            check(place.inside(type.getReferencedType()));
        }
    }

    private static @Nullable String whyNot(TypeCheck.Place place, JsonDeserializer<?> deserializer) {
        JavaType type = place.type();
        if (deserializer instanceof UnsupportedTypeDeserializer) {
            return TypeCheck.missingModule(type);
        }
        if (type.hasRawClass(Class.class)) {
            return "a stored name must not determine which class is loaded; store the name as a String";
        }
        if (type.hasRawClass(Number.class) && ClassUtil.isJacksonStdImpl(deserializer)) {
            return "the kind of number is not declared; declare one, such as Long or BigDecimal";
        }
        boolean anything = type.isJavaLangObject() || type.hasRawClass(Serializable.class);
        if (anything && !place.element() && ClassUtil.isJacksonStdImpl(deserializer)) {
            return "a value would be read back as a map; declare a type (Object is supported only as the element of a"
                    + " declared list or map)";
        }
        return deserializer instanceof AbstractDeserializer
                ? "it is abstract, so the class to create is unknown; declare a concrete type, or add @JsonTypeInfo(use ="
                        + " NAME) and @JsonSubTypes"
                : null;
    }

    private void checkContainer(TypeCheck.Place place, ContainerDeserializerBase<?> container)
            throws JsonMappingException {
        JavaType type = place.type();
        ValueInstantiator made = container.getValueInstantiator();
        if (made != null && !makesFromMembers(made)) {
            found.refuse(place, "it has no constructor without parameters; add one, or declare its interface");
        }
        if (type.isMapLikeType() && type.getKeyType().isJavaLangObject()) {
            found.refuse(
                    place, "keys without a declared type are read back as strings; declare their type, such as String");
        }
        // The deserializer's own is of the class that stands in for an interface, where raw elements look like declared
        // ones.
        JavaType content = type.hasContentType() ? type.getContentType() : container.getContentType();
        JsonDeserializer<?> known = container.getContentDeserializer();
        boolean byType =
                known == null || content.getTypeHandler() != null || config.findTypeDeserializer(content) != null;
        if (byType) {
            check(place.inside(content));
        } else {
            check(place.inside(content), known);
        }
    }

    private void checkBean(TypeCheck.Place place, BeanDeserializerBase bean) throws JsonMappingException {
        // A module may map the declared type to a concrete one; a builder is not such a mapping.
        JavaType made = bean.getValueType();
        JavaType type = made.isTypeOrSubTypeOf(place.type().getRawClass()) ? made : place.type();
        if (!walked.add(type)) {
            return;
        }
        writing.check(type, place.path());
        BeanForm form = new BeanForm(config, type, bean);
        String why = form.whyNotRead(writing.form(type));
        if (why != null) {
            found.refuse(place, why);
        }
        bean.properties().forEachRemaining(property -> attempt(place, () -> checkProperty(place, property)));
        JavaType unknown = form.typeOfUnknown();
        if (unknown != null) {
            check(place.inside(unknown));
        }
        form.others().forEach((name, other) -> check(place.below(other, name)));
    }

    private void checkProperty(TypeCheck.Place owner, SettableBeanProperty property) throws JsonMappingException {
        if (property.isIgnorable() || property.isInjectionOnly()) {
            return;
        }
        TypeCheck.Place place = owner.below(property.getType(), property.getName());
        AnnotatedMember member = property.getMember();
        if (member != null) {
            found.refuseUndeclared(place.path(), BeanForm.declared(member), place.type());
        }
        if (property.hasValueTypeDeserializer()) {
            attempt(place, () -> checkSubtypes(place, property.getValueTypeDeserializer(), member));
        } else if (property.getValueDeserializer() == null) {
            check(place);
        } else {
            attempt(place, () -> check(place, property.getValueDeserializer()));
        }
    }

    private void checkSubtypes(TypeCheck.Place place, TypeDeserializer subtypes, @Nullable AnnotatedMember member)
            throws JsonMappingException {
        switch (subtypes.getTypeIdResolver().getMechanism()) {
            case CLASS, MINIMAL_CLASS ->
                found.refuse(
                        place,
                        "a stored name must not determine which class is loaded; use @JsonTypeInfo(use = NAME)"
                                + " and @JsonSubTypes");
            case CUSTOM -> {} // a custom resolver restricts its classes
            default -> checkNamed(place, Subtypes.of(config, place.type(), member), subtypes);
        }
    }

    private void checkNamed(TypeCheck.Place place, Subtypes named, TypeDeserializer subtypes)
            throws JsonMappingException {
        Class<?> otherwise = subtypes.getDefaultImpl();
        Set<Class<?>> concrete = named.concrete();
        if (concrete.isEmpty() && otherwise == null) {
            found.refuse(place, "it is abstract and none of its subtypes is named; list them with @JsonSubTypes");
        }
        for (Class<?> forgotten : named.permittedButNotNamed()) {
            found.refuse(place.as(context.constructType(forgotten)), "it is not listed with @JsonSubTypes; add it");
        }
        Stream<Class<?>> all =
                otherwise == null ? concrete.stream() : Stream.concat(concrete.stream(), Stream.of(otherwise));
        for (Class<?> one : all.distinct().toList()) {
            TypeCheck.Place as = place.as(context.constructSpecializedType(place.type(), one));
            attempt(as, () -> check(as, context.findContextualValueDeserializer(as.type(), null)));
        }
    }

    static boolean makesFromMembers(ValueInstantiator made) {
        return made.canCreateUsingDefault()
                || made.canCreateFromObjectWith()
                || made.canCreateUsingDelegate()
                || made.canCreateUsingArrayDelegate();
    }

    @FunctionalInterface
    private interface Step {
        void run() throws JsonMappingException;
    }
}
