package dev.semel.model;

import java.util.Arrays;

/** States that were seen, as pairs of words in one array, so that millions take little room. */
final class StateSet {
    private static final long EMPTY = -1;

    private long[] table = new long[1 << 21];
    private int size;

    StateSet() {
        Arrays.fill(table, EMPTY);
    }

    int size() {
        return size;
    }

    /** Returns whether it is new. */
    boolean add(long first, long second) {
        if (size * 3L > table.length) {
            grow();
        }
        int at = place(table, first, second);
        if (table[at] != EMPTY || table[at + 1] != EMPTY) {
            return false;
        }
        table[at] = first;
        table[at + 1] = second;
        size++;
        return true;
    }

    private void grow() {
        long[] old = table;
        table = new long[old.length * 2];
        Arrays.fill(table, EMPTY);
        for (int i = 0; i < old.length; i += 2) {
            if (old[i] != EMPTY || old[i + 1] != EMPTY) {
                int at = place(table, old[i], old[i + 1]);
                table[at] = old[i];
                table[at + 1] = old[i + 1];
            }
        }
    }

    private static int place(long[] table, long first, long second) {
        long hash = (first * 0x9E3779B97F4A7C15L) ^ (second * 0xC2B2AE3D27D4EB4FL);
        hash ^= hash >>> 29;
        int mask = table.length - 2;
        int at = (int) (hash ^ (hash >>> 32)) & mask;
        while ((table[at] != EMPTY || table[at + 1] != EMPTY) && (table[at] != first || table[at + 1] != second)) {
            at = (at + 2) & mask;
        }
        return at;
    }
}
