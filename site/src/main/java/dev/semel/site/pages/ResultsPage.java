package dev.semel.site.pages;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The page with the results of torture runs, each of which is a file of JSON. */
final class ResultsPage {
    private static final String START = """
            <!-- Written by ./semel reference from the files in torture-results. -->

            # Torture results

            """;

    private ResultsPage() {}

    /** Makes the page from the files in a folder, which need not exist. */
    static String of(Path folder) throws IOException {
        List<JsonNode> runs = read(folder);
        if (runs.isEmpty()) {
            return START + """
                    No run is recorded for this version. Record one, then write this page again:

                    """ + RECORD;
        }
        Table struck = new Table(
                "store", "kills", "pauses", "crashes", "failovers", "connections cut", "lost requests and replies");
        Table judged = new Table("store", "operations", "records", "effects", "takeovers", "forgotten", "rules broken");
        Table repeat = new Table("store", "date", "commit", "Java", "cores", "command");
        for (JsonNode run : runs) {
            String store = run.path("site").asText();
            JsonNode counts = run.path("counts");
            struck.row(
                    store,
                    number(counts, "kills"),
                    number(counts, "pauses"),
                    number(counts, "crashes"),
                    number(counts, "failovers"),
                    number(counts, "cuts"),
                    number(counts, "lost"));
            judged.row(
                    store,
                    number(counts, "operations"),
                    number(counts, "records"),
                    number(counts, "effects"),
                    number(counts, "takeovers"),
                    number(run, "forgotten"),
                    verdict(run));
            repeat.row(
                    store,
                    run.path("date").asText(),
                    Table.code(run.path("commit").asText()),
                    run.path("java").asText(),
                    run.path("cores").asText(),
                    Table.code(run.path("command").asText()));
        }
        return START + """
                The latest recorded run of each kind. [Torture](torture.md) says what strikes, and which rules are
                checked.

                ## What was done, and what was found

                """ + judged + """

                *Forgotten* are acknowledged writes that a failover with asynchronous replication lost, as [such a
                store may](../stores/index.md#what-a-failover-may-lose). They break no rule.

                ## What struck

                """ + struck + """

                ## Repeat a run

                A seed fixes the faults and what clients ask for, not how threads interleave.

                """ + repeat + """

                A run is recorded as data in `docs/proof/torture-results`:

                """ + RECORD;
    }

    private static final String RECORD = """
            ```sh
            ./semel torture --store sqlite --minutes 5 --results docs/proof/torture-results
            ./semel reference
            ```
            """;

    private static List<JsonNode> read(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        List<JsonNode> runs = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".json"))
                    .sorted()
                    .toList()) {
                runs.add(new ObjectMapper().readTree(file.toFile()));
            }
        }
        return runs;
    }

    private static String number(JsonNode from, String name) {
        return from.has(name)
                ? String.format(Locale.ROOT, "%,d", from.path(name).asLong())
                : "–";
    }

    private static String verdict(JsonNode run) {
        if (run.has("failure")) {
            return "the rig failed";
        }
        return number(run, "violations");
    }
}
