package dev.semel.boot;

import dev.semel.InvalidSettingsException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says all that is wrong with an operation at once. */
final class InvalidSettingsAnalyzer extends AbstractFailureAnalyzer<InvalidSettingsException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InvalidSettingsException cause) {
        return new FailureAnalysis(
                "An operation of Semel's can't be built: " + cause.getMessage() + ".",
                "Correct it under semel.operations or semel.http.routes, or where it is built.",
                rootFailure);
    }
}
