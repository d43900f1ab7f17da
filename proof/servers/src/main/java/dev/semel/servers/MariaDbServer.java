package dev.semel.servers;

import dev.semel.servers.dialogue.Handshake;
import dev.semel.servers.process.Launcher;
import dev.semel.servers.process.Programs;
import java.util.ArrayList;
import java.util.List;

/** MariaDB, as the system's package installed it. Every acknowledged commit is on disk. */
public final class MariaDbServer extends JdbcServer {
    private static final int TRIES = 3;

    private static final Shared<MariaDbServer> SHARED = new Shared<>(MariaDbServer::start);

    private final List<String> extraArgs;

    private MariaDbServer(List<String> extraArgs) {
        super("mariadb", null);
        this.extraArgs = extraArgs;
    }

    /**
     * Starts a separate server, which the caller closes.
     *
     * @param extraArgs arguments of {@code mariadbd} beside the usual ones, such as {@code "--max-connections=300"}
     * @throws IllegalStateException if MariaDB is not installed or doesn't start
     */
    public static MariaDbServer start(String... extraArgs) {
        Installed.MARIADB.orSkip();
        return started(new MariaDbServer(List.of(extraArgs)));
    }

    /** Returns the server that all tests of this JVM share. It starts on the first call and ends with the JVM. */
    public static MariaDbServer shared() {
        return SHARED.get();
    }

    @Override
    public String user() {
        return MySqlArguments.USER;
    }

    @Override
    String jdbcUrl(int port) {
        return "jdbc:mariadb://" + host() + ":" + port + "/" + MySqlArguments.DATABASE + "?sslMode=disable";
    }

    @Override
    void prepare(Launcher launcher) {
        List<String> command = new ArrayList<>(List.of(Programs.find("mariadb-install-db")));
        command.addAll(MySqlArguments.common(folder()));
        command.addAll(List.of("--auth-root-authentication-method=normal", "--skip-test-db", "--skip-name-resolve"));
        for (int tries = 1; !runs(launcher, command, tries == TRIES); tries++) {
            TempFolder.of(folder().resolve("data")).close();
        }
    }

    /** Returns whether the command ran. It fails now and then while many servers start together, without a reason in its log. */
    private static boolean runs(Launcher launcher, List<String> command, boolean last) {
        try {
            launcher.run(command);
            return true;
        } catch (IllegalStateException e) {
            if (last) {
                throw e;
            }
            return false;
        }
    }

    @Override
    List<String> command() {
        List<String> command = new ArrayList<>(List.of(Programs.find("mariadbd")));
        command.addAll(MySqlArguments.server(folder(), port()));
        command.add("--skip-name-resolve");
        command.addAll(extraArgs);
        return command;
    }

    @Override
    Handshake handshake() {
        return Handshake.mysql();
    }
}
