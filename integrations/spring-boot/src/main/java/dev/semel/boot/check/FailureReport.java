package dev.semel.boot.check;

import java.util.List;
import java.util.stream.Collectors;
import org.springframework.beans.BeansException;

/** Formats what failure analyzers report. */
final class FailureReport {
    private FailureReport() {}

    /** Returns one problem as a sentence, or several as a list below a heading. */
    static String of(String heading, List<String> problems) {
        return problems.size() == 1
                ? problems.get(0) + "."
                : problems.stream().map(each -> "\n    - " + each).collect(Collectors.joining("", heading + ":\n", ""));
    }

    /** Returns whether a failure is that of a bean's creation, and not that of the application's own code after the start. */
    static boolean isOfBean(Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof BeansException) {
                return true;
            }
        }
        return false;
    }
}
