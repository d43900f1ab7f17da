package dev.semel.redis;

import dev.semel.counter.store.CountResult;
import dev.semel.counter.store.StoredCount;
import dev.semel.store.StoreException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Reads what the script for counts has answered. */
final class CountAnswer {
    private CountAnswer() {}

    static CountResult read(String reply) {
        String[] words = reply.split(" ", -1);
        return switch (words[0]) {
            case "applied" -> new CountResult.Applied(counts(words, 1), false);
            case "again" -> new CountResult.Applied(counts(words, 1), true);
            case "over" -> new CountResult.OverLimit(Integer.parseInt(words[1]), counts(words, 2));
            case "unknown" -> new CountResult.UnknownSubject(Integer.parseInt(words[1]));
            default ->
                throw new StoreException(
                        "the connection to Redis was lost before a call was answered, and it is unknown whether it was counted; it was not sent again: count with a key to be able to do that",
                        null);
        };
    }

    private static List<StoredCount> counts(String[] words, int first) {
        List<StoredCount> counts = new ArrayList<>();
        for (int i = first; i + 2 < words.length; i += 3) {
            counts.add(count(words[i], words[i + 1], words[i + 2]));
        }
        return counts;
    }

    static StoredCount count(String start, String end, String count) {
        return new StoredCount(
                Instant.ofEpochMilli(Long.parseLong(start)),
                Instant.ofEpochMilli(Long.parseLong(end)),
                Long.parseLong(count));
    }
}
