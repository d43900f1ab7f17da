package dev.semel.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/** The arguments that MariaDB and MySQL share. */
final class MySqlArguments {
    static final String USER = "root";
    static final String DATABASE = "test";

    private MySqlArguments() {}

    /** Returns the arguments of every program that works on the data folder. */
    static List<String> common(TempFolder folder) {
        // Of the system's settings none shall count.
        return List.of(
                "--no-defaults", "--user=" + System.getProperty("user.name"), "--datadir=" + folder.resolve("data"));
    }

    /** Returns the arguments of the server, with each commit on disk. */
    static List<String> server(TempFolder folder, int port) {
        List<String> arguments = new ArrayList<>(common(folder));
        arguments.addAll(List.of(
                "--port=" + port,
                "--bind-address=127.0.0.1",
                "--socket=" + folder.resolve("s.sock"),
                "--pid-file=" + folder.resolve("pid"),
                "--init-file=" + initFile(folder),
                "--skip-log-bin",
                "--character-set-server=utf8mb4",
                "--innodb-flush-log-at-trx-commit=1"));
        return arguments;
    }

    /** Runs at every start, before the server accepts clients. */
    private static String initFile(TempFolder folder) {
        try {
            return Files.writeString(folder.resolve("init.sql"), "CREATE DATABASE IF NOT EXISTS " + DATABASE + ";\n")
                    .toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
