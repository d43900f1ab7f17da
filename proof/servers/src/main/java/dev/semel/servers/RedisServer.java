package dev.semel.servers;

import dev.semel.servers.dialogue.Handshake;
import dev.semel.servers.dialogue.RedisConversation;
import dev.semel.servers.process.Launcher;
import dev.semel.servers.process.Programs;
import java.util.ArrayList;
import java.util.List;

/**
 * Redis, as the system's package installed it, or Valkey, if there is no Redis or the environment says {@code SEMEL_REDIS=valkey}. Every acknowledged write is on disk, so that a crash loses nothing; ask for the opposite
 * with {@code "--appendonly", "no"}.
 */
public final class RedisServer extends Server {
    private static final Shared<RedisServer> SHARED = new Shared<>(RedisServer::start);

    private final List<String> extraArgs;

    private RedisServer(List<String> extraArgs) {
        super("redis", null);
        this.extraArgs = extraArgs;
    }

    /**
     * Starts a separate server, which the caller closes.
     *
     * @param extraArgs arguments of {@code redis-server} beside the usual ones, such as {@code "--maxmemory", "10mb"}
     * @throws IllegalStateException if Redis is not installed or doesn't start
     */
    public static RedisServer start(String... extraArgs) {
        Installed.REDIS.orSkip();
        return started(new RedisServer(List.of(extraArgs)));
    }

    /** Returns the server that all tests of this JVM share. It starts on the first call and ends with the JVM. */
    public static RedisServer shared() {
        return SHARED.get();
    }

    /** Returns its address, such as {@code redis://127.0.0.1:6379}. */
    public String uri() {
        return "redis://" + host() + ":" + port();
    }

    /** Returns the address of a proxy in front of this server. */
    public String uri(FlakyProxy through) {
        return "redis://" + through.host() + ":" + through.port();
    }

    /**
     * Sends a command whose arguments hold no blanks. Returns the text of the answer, with each part of an array on a separate line.
     *
     * @throws IllegalStateException if the server doesn't answer, or with an error
     */
    public String command(String command) {
        return RedisConversation.ask(port(), command);
    }

    @Override
    void prepare(Launcher launcher) {
        RedisConversation.writeConfig(folder().path(), "");
    }

    @Override
    List<String> command() {
        List<String> command = new ArrayList<>(List.of(Programs.findRedis("server")));
        // A file that holds nothing at first: there a Sentinel writes whose replica the server has become.
        command.add(folder().resolve(RedisConversation.CONFIG).toString());
        command.addAll(List.of("--bind", host(), "--port", Integer.toString(port())));
        command.addAll(List.of("--dir", folder().path().toString(), "--save", ""));
        command.addAll(List.of("--appendonly", "yes", "--appendfsync", "always"));
        command.addAll(extraArgs);
        return command;
    }

    @Override
    Handshake handshake() {
        return Handshake.redis();
    }
}
