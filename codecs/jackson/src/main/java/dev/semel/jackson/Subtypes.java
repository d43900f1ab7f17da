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

/** The named subtypes of a declared type, whose names are stored with their values. */
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

    /** Returns the subtypes that a sealed type permits and that have no name. */
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
