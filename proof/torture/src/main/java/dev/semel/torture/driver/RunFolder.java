package dev.semel.torture.driver;

import dev.semel.testkit.history.Violation;
import dev.semel.torture.protocol.Hidden;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The folder of a run. */
public final class RunFolder {
    private RunFolder() {}

    /**
     * Creates a folder: files of an earlier run would be judged again, and belong to the user. Where the name is taken, it
     * gets a number.
     */
    public static Path fresh(Path out, String name) throws IOException {
        Files.createDirectories(out);
        for (int number = 1; ; number++) {
            Path folder = out.resolve(number == 1 ? name : name + "-" + number);
            try {
                return Files.createDirectory(folder).toAbsolutePath();
            } catch (FileAlreadyExistsException e) {
                // The next one may be free.
            }
        }
    }

    /** Leaves all that is known of a run in its folder. */
    public static void write(Run run) throws IOException {
        Path folder = run.settings().out();
        Files.writeString(folder.resolve("summary.txt"), run.summary());
        Files.write(
                folder.resolve("violations.txt"),
                run.violations().stream().map(run::describe).toList());
        Files.write(
                folder.resolve("violations.jsonl"),
                run.violations().stream().map(Violation::json).toList());
        Files.writeString(folder.resolve("report.html"), Report.of(run), StandardCharsets.UTF_8);
        Files.writeString(folder.resolve("result.json"), RunResult.of(run));
        Throwable failure = run.failure();
        if (failure != null) {
            String trace = Hidden.of(run.settings().store()).inTrace(failure);
            Files.writeString(folder.resolve("failure.txt"), trace);
        }
    }

    /** Writes the result of a run to a folder that has one file for each kind of run, and returns the file. An earlier result is replaced. */
    public static Path writeResult(Run run, Path results) throws IOException {
        String name = run.settings().name().replace(' ', '-') + ".json";
        return Files.writeString(Files.createDirectories(results).resolve(name), RunResult.of(run));
    }
}
