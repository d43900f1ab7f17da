package dev.semel.boot.check;

import dev.semel.StoreException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports why the store cannot be opened, instead of a trace of dependent beans. */
final class StoreFailureAnalyzer extends AbstractFailureAnalyzer<StoreException> {
    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, StoreException cause) {
        if (!FailureReport.isOfBean(rootFailure)) {
            return null;
        }
        return new FailureAnalysis(
                "Semel cannot open its store: " + cause.getMessage() + ".",
                "Correct semel.store, or the settings of the client that the store uses, and make sure that its server runs.",
                rootFailure);
    }
}
