package dev.semel.benchmarks.measure;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Runs a program in a new JVM.
 *
 * @param starter a program that starts the JVM, with its arguments; empty to start it directly
 * @param options the options of the JVM
 * @param classPath the class path of the program
 */
public record FreshJvm(List<String> starter, List<String> options, String classPath) {

    /** Returns a JVM with the class path of this one. */
    public static FreshJvm with(List<String> options) {
        return new FreshJvm(List.of(), options, System.getProperty("java.class.path"));
    }

    /**
     * Runs a program and waits for its end.
     *
     * @return its standard output
     * @throws IOException if it ends with an exit code other than 0
     */
    public String run(String program, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(starter);
        command.add(System.getProperty("java.home") + File.separator + "bin" + File.separator + "java");
        command.addAll(options);
        command.addAll(List.of("-cp", classPath, program));
        command.addAll(Arrays.asList(arguments));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        int exit = process.waitFor();
        if (exit != 0) {
            throw new IOException(program + " exited with code " + exit + "; its output: " + output);
        }
        return output;
    }
}
