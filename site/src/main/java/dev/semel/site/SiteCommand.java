package dev.semel.site;

import dev.semel.site.pages.GeneratedPages;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The commands {@code ./semel site} and {@code ./semel reference}. */
public final class SiteCommand {
    private static final int PORT = 8081;

    private SiteCommand() {}

    /**
     * Runs a command in the project's folder.
     *
     * @param args {@code reference}, or {@code site} with {@code --serve} and a port
     */
    public static void main(String... args) throws IOException {
        Path root = Path.of("").toAbsolutePath();
        List<String> words = List.of(args);
        if (words.contains("reference")) {
            GeneratedPages.of(root).write().forEach(System.out::println);
            return;
        }
        Path site = build(root);
        System.out.println("The site is in " + root.relativize(site));
        if (words.contains("--serve")) {
            int port = words.size() > 2 ? Integer.parseInt(words.get(2)) : PORT;
            // Its threads keep the process alive.
            System.out.println("Listening on " + SiteServer.start(site, port).address());
        }
    }

    /** Builds the site and returns its folder. */
    static Path build(Path root) throws IOException {
        VitePress vitePress = new VitePress(root.resolve("site"));
        vitePress.install();
        Path site = vitePress.build();
        ApiDocs.of(root).write(site.resolve("api"));
        return site;
    }
}
