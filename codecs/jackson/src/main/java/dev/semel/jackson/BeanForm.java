package dev.semel.jackson;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.deser.BeanDeserializerBase;
import com.fasterxml.jackson.databind.deser.SettableBeanProperty;
import com.fasterxml.jackson.databind.deser.ValueInstantiator;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.AnnotatedMethod;
import com.fasterxml.jackson.databind.introspect.AnnotatedParameter;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** How a class with properties is created when it is read, beyond the properties of its deserializer. */
final class BeanForm {
    private final DeserializationConfig config;
    private final BeanDescription description;
    private final BeanDeserializerBase bean;

    BeanForm(DeserializationConfig config, JavaType type, BeanDeserializerBase bean) {
        this.config = config;
        this.description = config.introspect(type);
        this.bean = bean;
    }

    @Nullable
    String whyNotRead(WriteCheck.Form written) {
        ValueInstantiator made = bean.getValueInstantiator();
        return switch (written.kind()) {
            case OWN ->
                made.canInstantiate() ? null : "Jackson cannot create it; add a constructor that Jackson can use";
            case ONE_VALUE ->
                makesFromOneValue(made)
                        ? null
                        : "it is written as one value and cannot be created from it; add @JsonCreator(mode = DELEGATING) to the"
                                + " constructor that takes it";
            case MEMBERS ->
                ReadCheck.makesFromMembers(made)
                        ? neverWritten(written.names())
                        : "Jackson cannot create it; make it a record, add a constructor without parameters, or mark one"
                                + " with @JsonCreator and its parameters with @JsonProperty";
        };
    }

    private static boolean makesFromOneValue(ValueInstantiator made) {
        return made.canCreateUsingDelegate()
                || made.canCreateUsingArrayDelegate()
                || made.canCreateFromString()
                || made.canCreateFromInt()
                || made.canCreateFromLong()
                || made.canCreateFromBigInteger()
                || made.canCreateFromDouble()
                || made.canCreateFromBigDecimal()
                || made.canCreateFromBoolean();
    }

    /** Returns a problem if no getter writes a constructor parameter, which would be null or zero in every replay. */
    private @Nullable String neverWritten(Set<String> names) {
        Set<String> missing = new TreeSet<>();
        bean.creatorProperties().forEachRemaining(property -> {
            if (!names.contains(property.getName()) && !isMeantToBeLost(property)) {
                missing.add(property.getName());
            }
        });
        return missing.isEmpty() || description.findAnyGetter() != null
                ? null
                : "its constructor takes " + String.join(", ", missing)
                        + ", which is never written; add a getter of that name, or mark it WRITE_ONLY if it may be lost";
    }

    private static boolean isMeantToBeLost(SettableBeanProperty property) {
        JsonProperty annotation = property.getAnnotation(JsonProperty.class);
        return property.getInjectableValueId() != null
                || property.isIgnorable()
                || (annotation != null && annotation.access() == JsonProperty.Access.WRITE_ONLY);
    }

    /** Returns the types that are read instead of the class, or for members without a property. */
    Map<String, JavaType> others() {
        Map<String, JavaType> others = new LinkedHashMap<>();
        add(others, "(creator)", bean.getValueInstantiator().getDelegateType(config));
        add(others, "(creator)", bean.getValueInstantiator().getArrayDelegateType(config));
        for (BeanPropertyDefinition property : description.findProperties()) {
            AnnotatedMember member = property.getPrimaryMember();
            if (member != null && config.getAnnotationIntrospector().findUnwrappingNameTransformer(member) != null) {
                add(others, property.getName(), property.getPrimaryType());
            }
        }
        return others;
    }

    /** Returns the type as which members without a property are read, or {@code null} if they are ignored. */
    @Nullable
    JavaType typeOfUnknown() {
        AnnotatedMember setter = description.findAnySetterAccessor();
        if (setter instanceof AnnotatedMethod method) {
            return method.getParameterType(1);
        }
        return setter == null ? null : setter.getType().getContentType();
    }

    private static void add(Map<String, JavaType> others, String name, @Nullable JavaType type) {
        if (type != null) {
            others.put(name, type);
        }
    }

    /** Returns the type in the source, which still has its wildcards. */
    static Type declared(AnnotatedMember member) {
        if (member instanceof AnnotatedParameter parameter
                && parameter.getOwner().getAnnotated() instanceof Executable owner) {
            Type[] types = owner.getGenericParameterTypes();
            // Parameters that the compiler adds are missing there.
            return types.length == owner.getParameterCount() ? types[parameter.getIndex()] : member.getRawType();
        }
        if (member.getMember() instanceof Field field) {
            return field.getGenericType();
        }
        if (member.getMember() instanceof Method method) {
            return method.getParameterCount() == 0
                    ? method.getGenericReturnType()
                    : method.getGenericParameterTypes()[0];
        }
        return member.getRawType();
    }
}
