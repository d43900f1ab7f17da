package dev.semel.redis.counter;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.semel.counter.store.CountCall;
import dev.semel.counter.store.CountResult;
import dev.semel.counter.store.Span;
import dev.semel.counter.store.StoredCount;
import io.lettuce.core.RedisCommandExecutionException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decodes the replies of the counting scripts. */
final class CountAnswer {
    private static final String ERROR = "error ";

    private CountAnswer() {}

    static CountResult read(CountCall call, @Nullable Object reply) {
        if (reply instanceof Long count) {
            Span.Fixed asked = (Span.Fixed) call.changes().get(0).span();
            return new CountResult.Applied(List.of(new StoredCount(asked.start(), asked.end(), count)), false);
        }
        String[] words = text(reply).split(" ", -1);
        return switch (words[0]) {
            case "applied" -> new CountResult.Applied(counts(words, 1), false);
            case "again" -> new CountResult.Applied(counts(words, 1), true);
            case "over" -> new CountResult.OverLimit(Integer.parseInt(words[1]), counts(words, 2));
            case "unknown" -> new CountResult.UnknownSubject(Integer.parseInt(words[1]));
            default -> throw new IllegalStateException("unexpected reply of the counting script: " + words[0]);
        };
    }

    /** Returns whether a take-back found its key. */
    static boolean wasKnown(@Nullable Object reply) {
        return text(reply).equals("done");
    }

    static Optional<StoredCount> count(@Nullable Object reply) {
        if (reply == null) {
            return Optional.empty();
        }
        String[] words = text(reply).split(" ", -1);
        return Optional.of(count(words[0], words[1], words[3]));
    }

    /** Returns a reply as text. A script that failed for one call returns an error in its place. */
    private static String text(@Nullable Object reply) {
        if (!(reply instanceof byte[] bytes)) {
            throw new IllegalStateException("unexpected reply of the counting script: a number or nothing");
        }
        String text = new String(bytes, UTF_8);
        if (text.startsWith(ERROR)) {
            throw new RedisCommandExecutionException(text.substring(ERROR.length()));
        }
        return text;
    }

    private static List<StoredCount> counts(String[] words, int first) {
        List<StoredCount> counts = new ArrayList<>();
        for (int i = first; i + 2 < words.length; i += 3) {
            counts.add(count(words[i], words[i + 1], words[i + 2]));
        }
        return counts;
    }

    private static StoredCount count(String start, String end, String count) {
        return new StoredCount(
                Instant.ofEpochMilli(Long.parseLong(start)),
                Instant.ofEpochMilli(Long.parseLong(end)),
                Long.parseLong(count));
    }
}
