package dev.semel.boot;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/** What a native image has to keep that nobody can see from the code: SQL and scripts. */
final class SemelHints implements RuntimeHintsRegistrar {
    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader loader) {
        hints.resources().registerPattern("dev/semel/jdbc/schema/**");
        hints.resources().registerPattern("dev/semel/redis/**");
    }
}
