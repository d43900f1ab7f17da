package dev.semel.jdbc.counter;

import dev.semel.Fingerprint;
import dev.semel.counter.store.StoredCount;
import dev.semel.jdbc.sql.Micros;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A key under which a call counts once.
 *
 * @param digest of the key, the subject and the counters
 * @param at the time of the call
 * @param until when the key may be forgotten
 */
record CountKey(Fingerprint digest, Instant at, Instant until) {

    /** Returns an answer as it is stored: three numbers for each count, readable for people as well. */
    static String written(List<StoredCount> counts) {
        return counts.stream()
                .map(count -> Micros.of(count.start()) + " " + Micros.of(count.end()) + " " + count.count())
                .collect(Collectors.joining(", "));
    }

    static List<StoredCount> read(String answer) {
        return Arrays.stream(answer.split(", ", -1)).map(CountKey::readOne).toList();
    }

    private static StoredCount readOne(String text) {
        String[] numbers = text.split(" ", -1);
        return new StoredCount(
                Micros.instant(Long.parseLong(numbers[0])),
                Micros.instant(Long.parseLong(numbers[1])),
                Long.parseLong(numbers[2]));
    }
}
