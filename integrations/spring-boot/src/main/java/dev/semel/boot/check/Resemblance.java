package dev.semel.boot.check;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Suggests the intended name for a misspelt one. */
final class Resemblance {
    private Resemblance() {}

    /** Returns the known name that differs by one or two letters, or {@code null} if there is none. */
    static @Nullable String closest(String written, Collection<String> known) {
        String text = written.toLowerCase(Locale.ROOT);
        int most = Math.max(1, Math.min(2, text.length() / 3));
        return known.stream()
                .filter(each -> distance(text, each) <= most)
                .min(Comparator.comparingInt(each -> distance(text, each)))
                .orElse(null);
    }

    /** Returns how many letters have to be changed, added or removed. */
    private static int distance(String one, String other) {
        int[] row = new int[other.length() + 1];
        Arrays.setAll(row, i -> i);
        for (int i = 1; i <= one.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int changed = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(changed, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[other.length()];
    }
}
