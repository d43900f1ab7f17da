package dev.semel.site;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Builds the site with VitePress, in a folder with a {@code package.json}. */
final class VitePress {
    private static final String PROGRAM = "node_modules/vitepress/bin/vitepress.js";

    private final Path folder;

    VitePress(Path folder) {
        this.folder = folder;
    }

    /** Installs what {@code package-lock.json} names, unless that was done. */
    void install() throws IOException {
        Path installed = folder.resolve("node_modules/.package-lock.json");
        Path wanted = folder.resolve("package-lock.json");
        if (!Files.exists(installed)
                || Files.getLastModifiedTime(installed).compareTo(Files.getLastModifiedTime(wanted)) < 0) {
            run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=5");
        }
    }

    /** Builds the site and returns its folder. Fails if a link leads to no page. */
    Path build() throws IOException {
        run("node", PROGRAM, "build");
        return folder.resolve("target/site");
    }

    /** Runs a command and prints what it says. */
    private void run(String... command) throws IOException {
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        StringBuilder said = new StringBuilder();
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                System.out.println(line);
                said.append('\n').append(line);
            }
            int code = process.waitFor();
            if (code != 0) {
                throw new IOException(
                        String.join(" ", List.of(command)) + " failed with exit code " + code + ":" + said);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the site was built", e);
        } finally {
            process.destroy();
        }
    }
}
