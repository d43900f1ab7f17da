package dev.semel.site.pages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The pages that {@code ./semel reference} writes. They are committed, so that they can be read on the web without a build. */
public final class GeneratedPages {
    private final Map<Path, String> pages;

    private GeneratedPages(Map<Path, String> pages) {
        this.pages = pages;
    }

    /** Makes the pages from the data in the project's folder and from the starter's metadata on the class path. */
    public static GeneratedPages of(Path root) throws IOException {
        Path docs = root.resolve("docs");
        return new GeneratedPages(Map.of(
                docs.resolve("reference/configuration.md"),
                ConfigurationPage.of(
                        SettingsMetadata.ofStarter(), root.resolve("integrations/spring-boot/src/main/java")),
                docs.resolve("proof/results.md"),
                ResultsPage.of(docs.resolve("proof/torture-results"))));
    }

    /** Lists the pages whose files differ from what their data make. */
    public List<Path> stale() throws IOException {
        List<Path> stale = new ArrayList<>();
        for (Map.Entry<Path, String> page : pages.entrySet()) {
            Path file = page.getKey();
            if (!Files.exists(file) || !Files.readString(file).equals(page.getValue())) {
                stale.add(file);
            }
        }
        return stale;
    }

    /** Writes the pages that are stale, and returns them. */
    public List<Path> write() throws IOException {
        List<Path> stale = stale();
        for (Path file : stale) {
            Files.writeString(file, pages.get(file));
        }
        return stale;
    }
}
