package dev.semel.jackson;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fields of a document that a fingerprint ignores, as a tree of steps. A leaf is left out. */
final class LeftOut {
    private final Map<String, LeftOut> steps = new HashMap<>();
    private boolean leaf;

    static LeftOut at(List<Pointer> pointers) {
        LeftOut root = new LeftOut();
        for (Pointer pointer : pointers) {
            LeftOut here = root;
            for (String step : pointer.steps()) {
                here = here.steps.computeIfAbsent(step, unknown -> new LeftOut());
            }
            here.leaf = true;
        }
        return root;
    }

    static boolean isOut(@Nullable LeftOut here) {
        return here != null && here.leaf;
    }

    static @Nullable LeftOut below(@Nullable LeftOut here, String step) {
        return here == null ? null : here.steps.get(step);
    }

    /** Returns the steps below an array's element, whose step is its decimal index. */
    static @Nullable LeftOut below(@Nullable LeftOut here, int index) {
        return here == null || here.steps.isEmpty() ? null : here.steps.get(Integer.toString(index));
    }
}
