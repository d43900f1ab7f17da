package dev.semel.jackson;

import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.introspect.AnnotatedClass;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.jsontype.NamedType;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The subtypes of a declared type that have names, so that what is stored can say which one it is. */
final class Subtypes {
    private final Class<?> declared;
    private final Set<Class<?>> concrete = new LinkedHashSet<>();

    private Subtypes(Class<?> declared, Collection<NamedType> named) {
        this.declared = declared;
        for (NamedType type : named) {
            if (!Modifier.isAbstract(type.getType().getModifiers())) {
                concrete.add(type.getType());
            }
        }
    }

    static Subtypes of(DeserializationConfig config, JavaType declared, @Nullable AnnotatedMember member) {
        AnnotatedClass itself =
                config.introspectClassAnnotations(declared.getRawClass()).getClassInfo();
        Collection<NamedType> named = member == null
                ? config.getSubtypeResolver().collectAndResolveSubtypesByTypeId(config, itself)
                : config.getSubtypeResolver().collectAndResolveSubtypesByTypeId(config, member, declared);
        return new Subtypes(declared.getRawClass(), named);
    }

    Set<Class<?>> concrete() {
        return concrete;
    }

    /** What a sealed type permits is all there can be, so what is missing can be told. */
    Set<Class<?>> permittedButNotNamed() {
        Set<Class<?>> permitted = new LinkedHashSet<>();
        collect(declared, permitted);
        permitted.removeAll(concrete);
        return permitted;
    }

    private static void collect(Class<?> sealed, Set<Class<?>> into) {
        if (!sealed.isSealed()) {
            return;
        }
        for (Class<?> permitted : sealed.getPermittedSubclasses()) {
            if (!Modifier.isAbstract(permitted.getModifiers())) {
                into.add(permitted);
            }
            collect(permitted, into);
        }
    }
}
