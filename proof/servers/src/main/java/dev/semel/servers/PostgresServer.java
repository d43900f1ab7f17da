package dev.semel.servers;

import dev.semel.servers.dialogue.Handshake;
import dev.semel.servers.process.Launcher;
import dev.semel.servers.process.Programs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * PostgreSQL, as the system's package installed it; the newest if there are several. Every acknowledged commit is on disk. As PostgreSQL
 * refuses to run as root, root runs it as the user {@code postgres}.
 */
public final class PostgresServer extends JdbcServer {
    private static final Shared<PostgresServer> SHARED = new Shared<>(PostgresServer::start);
    private static final String USER = "test";
    private static final String DATABASE = "postgres";
    private static final String ACCOUNT = "postgres";

    private static final int SHARED_MEMORY_LINE = 6;

    private final List<String> extraArgs;
    private final @Nullable PostgresServer primary;

    private PostgresServer(@Nullable PostgresServer primary, List<String> extraArgs) {
        super("postgres", isRoot() ? ACCOUNT : null);
        this.primary = primary;
        this.extraArgs = extraArgs;
    }

    /**
     * Starts a separate server, which the caller closes.
     *
     * @param extraArgs arguments of {@code postgres} beside the usual ones, such as {@code "-c", "max_connections=300"}
     * @throws IllegalStateException if PostgreSQL is not installed or doesn't start
     */
    public static PostgresServer start(String... extraArgs) {
        Installed.POSTGRESQL.orSkip();
        return started(new PostgresServer(null, List.of(extraArgs)));
    }

    /** Starts one that has a copy of another one's data, and follows it until it is promoted. */
    static PostgresServer following(PostgresServer primary) {
        return started(new PostgresServer(primary, List.of()));
    }

    /**
     * Runs SQL as a user that may do everything.
     *
     * @param statements each in a separate transaction
     * @throws IllegalStateException if one of them fails, or the server can't be reached
     */
    void execute(String... statements) {
        List<String> command = new ArrayList<>(List.of(Programs.findPostgres("psql"), "--no-psqlrc", "--quiet"));
        command.addAll(List.of("--host=" + host(), "--port=" + port(), "--username=" + USER, "--dbname=" + DATABASE));
        command.add("--set=ON_ERROR_STOP=1");
        for (String statement : statements) {
            command.add("--command=" + statement);
        }
        run(command);
    }

    /** Returns the server that all tests of this JVM share. It starts on the first call and ends with the JVM. */
    public static PostgresServer shared() {
        return SHARED.get();
    }

    @Override
    public String user() {
        return USER;
    }

    @Override
    String jdbcUrl(int port) {
        return "jdbc:postgresql://" + host() + ":" + port + "/" + DATABASE;
    }

    @Override
    void prepare(Launcher launcher) {
        if (isRoot()) {
            giveAway(folder().path());
        }
        if (primary != null) {
            launcher.run(List.of(
                    Programs.findPostgres("pg_basebackup"),
                    "--pgdata=" + data(),
                    "--host=" + primary.host(),
                    "--port=" + primary.port(),
                    "--username=" + USER,
                    "--write-recovery-conf",
                    "--checkpoint=fast",
                    "--no-sync"));
            return;
        }
        // Without syncing, as an initial state that a power cut loses is no loss.
        launcher.run(List.of(
                Programs.findPostgres("initdb"),
                "--pgdata=" + data(),
                "--username=" + USER,
                "--auth=trust",
                "--encoding=UTF8",
                "--locale=C.UTF-8",
                "--no-sync"));
    }

    @Override
    List<String> command() {
        List<String> command = new ArrayList<>(List.of(Programs.findPostgres("postgres"), "-D", data().toString()));
        command.addAll(List.of("-p", Integer.toString(port()), "-c", "listen_addresses=" + host()));
        // Dynamic shared memory as files of the folder: what a killed server leaves goes with it.
        command.addAll(List.of("-c", "unix_socket_directories=", "-c", "dynamic_shared_memory_type=mmap"));
        command.addAll(List.of("-c", "fsync=on", "-c", "synchronous_commit=on"));
        command.addAll(extraArgs);
        return command;
    }

    @Override
    Handshake handshake() {
        return Handshake.postgres(USER, DATABASE);
    }

    /** Without waiting for clients to disconnect. */
    @Override
    String stopSignal() {
        return "INT";
    }

    @Override
    void cleanUp(Launcher launcher) {
        removeSharedMemory(data(), launcher);
    }

    /** Removes the segment of shared memory that a killed server left; its number is in this file. */
    static void removeSharedMemory(Path data, Launcher launcher) {
        Path pidFile = data.resolve("postmaster.pid");
        try {
            if (Files.exists(pidFile)) {
                String[] keyAndId = Files.readAllLines(pidFile)
                        .get(SHARED_MEMORY_LINE)
                        .trim()
                        .split("\\s+", 2);
                launcher.run(List.of(Programs.find("ipcrm"), "--shmem-id", keyAndId[1]));
            }
        } catch (IOException | RuntimeException e) {
            System.getLogger(PostgresServer.class.getName()).log(System.Logger.Level.DEBUG, "shared memory stays", e);
        }
    }

    private Path data() {
        return folder().resolve("data");
    }

    private static boolean isRoot() {
        return System.getProperty("user.name").equals("root");
    }

    private static void giveAway(Path folder) {
        try {
            Files.setOwner(
                    folder,
                    folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(ACCOUNT));
        } catch (IOException e) {
            throw new UncheckedIOException("could not give " + folder + " to the user " + ACCOUNT, e);
        }
    }
}
