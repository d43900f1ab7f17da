package dev.semel.lambda;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.semel.Facts;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * What was chosen for a guard.
 *
 * @param key {@code null} for what is usual for such events
 * @param compared {@code null} for what is usual for such events
 * @param scope {@code null} if there are no scopes
 * @param mapper {@code null} for a plain one
 */
record Options<T extends @Nullable Object>(
        @Nullable EventPart key,
        @Nullable EventPart compared,
        boolean nothingCompared,
        @Nullable EventPart scope,
        BiFunction<T, Facts, T> onReplay,
        @Nullable ObjectMapper mapper,
        Naming naming,
        boolean off) {

    static <T extends @Nullable Object> Options<T> defaults(boolean off) {
        return new Options<>(null, null, false, null, (value, facts) -> value, null, Naming.SEMEL, off);
    }

    Options<T> withKey(EventPart choice) {
        return new Options<>(choice, compared, nothingCompared, scope, onReplay, mapper, naming, off);
    }

    Options<T> withCompared(@Nullable EventPart choice) {
        return new Options<>(key, choice, choice == null, scope, onReplay, mapper, naming, off);
    }

    Options<T> withScope(EventPart choice) {
        return new Options<>(key, compared, nothingCompared, choice, onReplay, mapper, naming, off);
    }

    Options<T> withOnReplay(BiFunction<T, Facts, T> choice) {
        return new Options<>(key, compared, nothingCompared, scope, choice, mapper, naming, off);
    }

    Options<T> withMapper(ObjectMapper choice) {
        return new Options<>(key, compared, nothingCompared, scope, onReplay, choice, naming, off);
    }

    Options<T> withNaming(Naming choice) {
        return new Options<>(key, compared, nothingCompared, scope, onReplay, mapper, choice, off);
    }

    Options<T> withOff(boolean choice) {
        return new Options<>(key, compared, nothingCompared, scope, onReplay, mapper, naming, choice);
    }
}
