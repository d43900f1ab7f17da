package dev.semel.boot;

import dev.semel.store.StoreException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says that the store can't be opened, and why, instead of forty lines of beans that need one another. */
final class StoreFailureAnalyzer extends AbstractFailureAnalyzer<StoreException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, StoreException cause) {
        return new FailureAnalysis(
                "Semel can't open its store: " + cause.getMessage() + ".",
                "Correct semel.store, or the settings of the client that the store uses, and see that its server runs.",
                rootFailure);
    }
}
