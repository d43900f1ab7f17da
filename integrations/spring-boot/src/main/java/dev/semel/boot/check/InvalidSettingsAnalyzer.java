package dev.semel.boot.check;

import dev.semel.InvalidSettingsException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports all invalid settings of an operation together. */
final class InvalidSettingsAnalyzer extends AbstractFailureAnalyzer<InvalidSettingsException> {
    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, InvalidSettingsException cause) {
        if (!FailureReport.isOfBean(rootFailure)) {
            return null;
        }
        return new FailureAnalysis(
                "An operation has invalid settings: " + cause.getMessage() + ".",
                "Correct them under semel.operations or semel.http.routes, or where the operation is built.",
                rootFailure);
    }
}
