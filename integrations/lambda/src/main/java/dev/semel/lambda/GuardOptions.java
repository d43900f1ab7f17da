package dev.semel.lambda;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.semel.Facts;
import dev.semel.lambda.event.EventNaming;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The options of a guard.
 *
 * @param key {@code null} for the default of the kind of event
 * @param compared {@code null} for the default of the kind of event
 * @param nothingCompared whether all events under a key count as the same
 * @param scope {@code null} for a single scope
 * @param onReplay changes a replayed result
 * @param mapper {@code null} for Jackson's defaults
 * @param naming derives keys and fingerprints
 * @param off whether protection is turned off
 */
record GuardOptions<T extends @Nullable Object>(
        @Nullable EventPart key,
        @Nullable EventPart compared,
        boolean nothingCompared,
        @Nullable EventPart scope,
        BiFunction<T, Facts, T> onReplay,
        @Nullable ObjectMapper mapper,
        EventNaming naming,
        boolean off) {

    static <T extends @Nullable Object> GuardOptions<T> defaults(boolean off) {
        return new GuardOptions<>(null, null, false, null, (value, facts) -> value, null, EventNaming.SEMEL, off);
    }

    GuardOptions<T> withKey(EventPart choice) {
        return new GuardOptions<>(choice, compared, nothingCompared, scope, onReplay, mapper, naming, off);
    }

    GuardOptions<T> withCompared(@Nullable EventPart choice) {
        return new GuardOptions<>(key, choice, choice == null, scope, onReplay, mapper, naming, off);
    }

    GuardOptions<T> withScope(EventPart choice) {
        return new GuardOptions<>(key, compared, nothingCompared, choice, onReplay, mapper, naming, off);
    }

    GuardOptions<T> withOnReplay(BiFunction<T, Facts, T> choice) {
        return new GuardOptions<>(key, compared, nothingCompared, scope, choice, mapper, naming, off);
    }

    GuardOptions<T> withMapper(ObjectMapper choice) {
        return new GuardOptions<>(key, compared, nothingCompared, scope, onReplay, choice, naming, off);
    }

    GuardOptions<T> withNaming(EventNaming choice) {
        return new GuardOptions<>(key, compared, nothingCompared, scope, onReplay, mapper, choice, off);
    }

    GuardOptions<T> withOff(boolean choice) {
        return new GuardOptions<>(key, compared, nothingCompared, scope, onReplay, mapper, naming, choice);
    }
}
