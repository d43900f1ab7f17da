package dev.semel.boot.store;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/** Resources that a native image has to contain: schemas and scripts. */
final class SemelHints implements RuntimeHintsRegistrar {
    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader loader) {
        hints.resources().registerPattern("dev/semel/jdbc/schema/**");
        hints.resources().registerPattern("dev/semel/redis/**");
    }
}
