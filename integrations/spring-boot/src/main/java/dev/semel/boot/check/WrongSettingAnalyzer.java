package dev.semel.boot.check;

import dev.semel.boot.WrongSettingException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports an invalid setting and what to do. */
final class WrongSettingAnalyzer extends AbstractFailureAnalyzer<WrongSettingException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, WrongSettingException cause) {
        return new FailureAnalysis(cause.getMessage() + ".", cause.advice(), rootFailure);
    }
}
