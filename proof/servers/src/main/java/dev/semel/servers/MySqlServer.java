package dev.semel.servers;

import dev.semel.servers.dialogue.Handshake;
import dev.semel.servers.process.Launcher;
import java.util.ArrayList;
import java.util.List;

/**
 * MySQL 8.0.33, the real one, from a Maven artifact, as Debian has only MariaDB. Every acknowledged commit is on disk. The first start on
 * a machine unpacks the artifact.
 */
public final class MySqlServer extends JdbcServer {
    private static final Shared<MySqlServer> SHARED = new Shared<>(MySqlServer::start);

    private final List<String> extraArgs;

    private MySqlServer(List<String> extraArgs) {
        super("mysql", null);
        this.extraArgs = extraArgs;
    }

    /**
     * Starts a separate server, which the caller closes.
     *
     * @param extraArgs arguments of {@code mysqld} beside the usual ones, such as {@code "--max-connections=300"}
     * @throws IllegalStateException if the artifact is not there or MySQL doesn't start
     */
    public static MySqlServer start(String... extraArgs) {
        Installed.MYSQL.orSkip();
        return started(new MySqlServer(List.of(extraArgs)));
    }

    /** Returns the server that all tests of this JVM share. It starts on the first call and ends with the JVM. */
    public static MySqlServer shared() {
        return SHARED.get();
    }

    @Override
    public String user() {
        return MySqlArguments.USER;
    }

    @Override
    String jdbcUrl(int port) {
        return "jdbc:mysql://" + host() + ":" + port + "/" + MySqlArguments.DATABASE
                + "?sslMode=DISABLED&allowPublicKeyRetrieval=true";
    }

    @Override
    void prepare(Launcher launcher) {
        List<String> command = mysqld(MySqlArguments.common(folder()));
        command.add("--initialize-insecure");
        launcher.run(command);
    }

    @Override
    List<String> command() {
        List<String> command = mysqld(MySqlArguments.server(folder(), port()));
        command.add("--mysqlx=OFF");
        command.addAll(extraArgs);
        return command;
    }

    @Override
    Handshake handshake() {
        return Handshake.mysql();
    }

    private static List<String> mysqld(List<String> arguments) {
        MySqlDistribution distribution = MySqlDistribution.unpacked();
        List<String> command = new ArrayList<>(List.of(distribution.program("mysqld")));
        command.addAll(arguments);
        command.add("--basedir=" + distribution.home());
        return command;
    }
}
