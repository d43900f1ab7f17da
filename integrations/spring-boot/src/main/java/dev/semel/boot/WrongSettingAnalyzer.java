package dev.semel.boot;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says what is wrong with a setting, and what to do. */
final class WrongSettingAnalyzer extends AbstractFailureAnalyzer<WrongSettingException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, WrongSettingException cause) {
        return new FailureAnalysis(cause.getMessage() + ".", cause.advice(), rootFailure);
    }
}
