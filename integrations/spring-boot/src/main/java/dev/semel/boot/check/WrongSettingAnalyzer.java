package dev.semel.boot.check;

import dev.semel.boot.WrongSettingException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports invalid settings and what to do. */
final class WrongSettingAnalyzer extends AbstractFailureAnalyzer<WrongSettingException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, WrongSettingException cause) {
        return new FailureAnalysis(
                FailureReport.of("Several settings are wrong", cause.problems()), cause.advice(), rootFailure);
    }
}
