package dev.semel.torture.driver;

import dev.semel.testkit.history.Violation;
import java.util.List;
import java.util.Locale;

/** A run as a single HTML page: summary, timeline and violations, in a light and a dark form. */
final class Report {
    private static final String STYLE = """
            :root { color-scheme: light dark; --ink: #1b1f24; --paper: #ffffff; --faint: #6a737d; --line: #d0d7de; --ops: #2f6fb2;
              --kill: #c4372b; --pause: #b7791f; --server: #7b3fb3; --network: #2b8a5b; --pool: #0e7c86; }
            @media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --paper: #11161c; --faint: #8b949e; --line: #30363d; --ops: #6cb0f5;
              --kill: #ff7b72; --pause: #e3b341; --server: #c297ff; --network: #5fd49a; --pool: #56d4dd; } }
            body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 64rem; margin: 2rem auto;
              padding: 0 1rem; }
            pre { background: color-mix(in srgb, var(--line) 30%, transparent); padding: 1rem; overflow-x: auto; border-radius: 6px; }
            svg { width: 100%; height: auto; } svg text { fill: var(--faint); font-size: 11px; }
            .good { color: var(--network); } .bad { color: var(--kill); }
            """;

    private Report() {}

    static String of(Run run) {
        List<Violation> broken = run.broken();
        List<Violation> forgotten =
                run.violations().stream().filter(run::isForgotten).toList();
        String found = list(run, broken)
                + (forgotten.isEmpty() ? "" : "<h2>Forgotten at a failover</h2>\n" + list(run, forgotten));
        return String.format(
                Locale.ROOT,
                "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Torture of %s</title>\n<meta name=\"viewport\""
                        + " content=\"width=device-width\"><style>%s</style></head>\n<body><h1>Torture of %s</h1>\n%s\n"
                        + "<h2>Operations per second, and faults</h2>\n%s\n<h2>Summary</h2>\n<pre>%s</pre>\n%s</body></html>\n",
                escaped(run.settings().name()),
                STYLE,
                escaped(run.settings().name()),
                verdict(run, broken.size(), forgotten.size()),
                Timeline.of(run.score()),
                escaped(run.summary()),
                found);
    }

    private static String verdict(Run run, int broken, int forgotten) {
        String rig = run.failure() == null ? "" : "<p class=\"bad\">The rig failed: " + escaped(run.failed()) + "</p>";
        String rules = broken == 0
                ? "<p class=\"good\">No rule was broken.</p>"
                : "<p class=\"bad\">" + broken + " violations.</p>";
        return rig + rules + (forgotten == 0 ? "" : "<p>" + forgotten + " findings are explained by a failover.</p>");
    }

    private static String list(Run run, List<Violation> violations) {
        StringBuilder list = new StringBuilder();
        violations.stream()
                .limit(50)
                .forEach(each ->
                        list.append("<pre>").append(escaped(run.describe(each))).append("</pre>\n"));
        return list.toString();
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
