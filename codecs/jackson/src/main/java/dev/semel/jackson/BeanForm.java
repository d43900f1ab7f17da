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

/** What a class with properties is made from when it is read, beside the properties that its deserializer shows. */
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
                made.canInstantiate()
                        ? null
                        : "there is no way to make one; give it a constructor that Jackson can use";
            case ONE_VALUE ->
                makesFromOneValue(made)
                        ? null
                        : "it is written as one value and can't be made from it; add @JsonCreator(mode = DELEGATING) to the"
                                + " constructor that takes it";
            case MEMBERS ->
                ReadCheck.makesFromMembers(made)
                        ? neverWritten(written.names())
                        : "there is no way to make one; make it a record, add a constructor without parameters, or mark one"
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

    /** A constructor's parameter that no getter writes would be null or zero in every replay. */
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
                        + ", which is never written; add a getter of that name, or mark it as WRITE_ONLY if it may be lost";
    }

    private static boolean isMeantToBeLost(SettableBeanProperty property) {
        JsonProperty annotation = property.getAnnotation(JsonProperty.class);
        return property.getInjectableValueId() != null
                || property.isIgnorable()
                || (annotation != null && annotation.access() == JsonProperty.Access.WRITE_ONLY);
    }

    /** Types that are read in the place of the class, or of members that have no property of their own. */
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

    /** What a member that no property is there for is read as. */
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

    /** The type as it stands in the source, where wildcards are still to be seen. */
    static Type declared(AnnotatedMember member) {
        if (member instanceof AnnotatedParameter parameter
                && parameter.getOwner().getAnnotated() instanceof Executable owner) {
            Type[] types = owner.getGenericParameterTypes();
            // Parameters that the compiler added are missing there.
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
