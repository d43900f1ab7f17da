package dev.semel.spring.result;

import dev.semel.Codec;
import dev.semel.jackson.JsonCodec;
import dev.semel.jackson.Redaction;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.core.GenericTypeResolver;
import org.springframework.util.ClassUtils;
import reactor.core.publisher.Mono;

/**
 * The form of a method's result: when its value is available, and how it is stored.
 *
 * @param delivery when the value is available
 * @param codec the codec for the value
 */
public record ResultForm(Delivery delivery, Codec<@Nullable Object> codec) {
    private static final ClassLoader LOADER = ResultForm.class.getClassLoader();
    private static final boolean REACTOR = ClassUtils.isPresent("reactor.core.publisher.Mono", LOADER);
    private static final boolean PUBLISHER = ClassUtils.isPresent("org.reactivestreams.Publisher", LOADER);
    private static final boolean WEB = ClassUtils.isPresent("org.springframework.http.ResponseEntity", LOADER);

    /** Returns whether the class path has the entities of Spring Web. */
    static boolean hasEntities() {
        return WEB;
    }

    /** The times at which a value is available. */
    public enum Delivery {
        /** When the method returns. */
        AT_ONCE,
        /** When the future of the method completes. */
        FUTURE,
        /** When the publisher that the method returns was subscribed to and has completed. */
        MONO
    }

    /**
     * Returns the form of a method's result.
     *
     * @param redacted JSON Pointers to members that are not stored
     * @throws IllegalArgumentException if the result cannot be stored
     */
    public static ResultForm of(Method method, Class<?> target, JsonCodec.Factory codecs, String... redacted) {
        Function<Type, Codec<?>> json = redacted.length == 0
                ? codecs::ofType
                : type -> Redaction.of(redacted).in(codecs.ofType(withMembers(type)));
        Type type = GenericTypeResolver.resolveType(method.getGenericReturnType(), target);
        Class<?> raw = raw(type);
        if (raw == CompletableFuture.class || raw == CompletionStage.class) {
            return new ResultForm(Delivery.FUTURE, codec(element(type), json));
        } else if (REACTOR && Reactive.isMono(raw)) {
            return new ResultForm(Delivery.MONO, codec(element(type), json));
        } else if (Future.class.isAssignableFrom(raw) || (PUBLISHER && Reactive.isPublisher(raw))) {
            throw new IllegalArgumentException("it returns a " + raw.getSimpleName()
                    + ", which cannot be replayed; return a CompletableFuture or a Mono of the whole result");
        }
        return new ResultForm(Delivery.AT_ONCE, codec(type, json));
    }

    private static Type withMembers(Type type) {
        Class<?> raw = raw(type);
        if (CharSequence.class.isAssignableFrom(raw) || raw == byte[].class) {
            throw new IllegalArgumentException("it returns a " + raw.getSimpleName()
                    + ", of which no members can be redacted; return an object, or choose a storedForm");
        }
        return type;
    }

    /** Returns the same form with a change to what is stored and replayed. */
    public ResultForm storing(Codec.StoredForm<@Nullable Object> form) {
        return new ResultForm(delivery, codec.storing(form));
    }

    /** The types of Reactor, which may be missing on the class path: loaded only if it is there. */
    private static final class Reactive {
        static boolean isMono(Class<?> type) {
            return type == Mono.class;
        }

        static boolean isPublisher(Class<?> type) {
            return Publisher.class.isAssignableFrom(type);
        }
    }

    private static Codec<@Nullable Object> codec(Type type, Function<Type, Codec<?>> json) {
        Class<?> raw = raw(type);
        if (raw == void.class || raw == Void.class) {
            return any(Codec.nothing());
        } else if (raw == Optional.class) {
            return any(new OptionalCodec<>(any(json.apply(element(type)))));
        } else if (WEB && EntityCodec.isEntity(raw)) {
            return any(EntityCodec.of(codec(element(type), json)));
        }
        return any(json.apply(type));
    }

    private static Class<?> raw(Type type) {
        if (type instanceof Class<?> known) {
            return known;
        }
        return type instanceof ParameterizedType generic ? (Class<?>) generic.getRawType() : Object.class;
    }

    private static Type element(Type type) {
        if (type instanceof ParameterizedType generic) {
            return generic.getActualTypeArguments()[0];
        }
        throw new IllegalArgumentException(
                "it returns a " + raw(type).getSimpleName() + " of an unknown type; declare the type of its value");
    }

    @SuppressWarnings("unchecked")
    private static Codec<@Nullable Object> any(Codec<?> codec) {
        return (Codec<@Nullable Object>) codec;
    }
}
