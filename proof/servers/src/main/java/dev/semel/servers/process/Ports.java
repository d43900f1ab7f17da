package dev.semel.servers.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Hands out ports of 127.0.0.1 that stay free until they are used. A port is never given out twice while this JVM lives, not even to
 * another JVM that asks here, and lies outside the range from which the system takes ports for outgoing connections: so a server that is
 * down finds its port free again. A stranger may still take it.
 */
public final class Ports {
    private static final int LOWEST = 20_000;
    private static final int HIGHEST = 65_535;
    private static final Path SYSTEM_RANGE = Path.of("/proc/sys/net/ipv4/ip_local_port_range");
    private static final int TRIES = 1_000;

    /** Locks end with the JVM, however it ends, or when they are collected: hence this list. */
    private static final List<FileLock> HELD = new CopyOnWriteArrayList<>();

    private Ports() {}

    /**
     * Returns a free port.
     *
     * @throws IllegalStateException if none is found
     */
    public static int free() {
        int[] range = outsideSystemRange();
        for (int tries = 0; tries < TRIES; tries++) {
            int port = ThreadLocalRandom.current().nextInt(range[0], range[1] + 1);
            if (reserve(port)) {
                return port;
            }
        }
        throw new IllegalStateException("found no free port between " + range[0] + " and " + range[1]);
    }

    private static int[] outsideSystemRange() {
        // Through a buffer, as the system answers this file's first read only.
        try (BufferedReader reader = Files.newBufferedReader(SYSTEM_RANGE)) {
            String[] bounds = reader.readLine().trim().split("\\s+", 2);
            int first = Integer.parseInt(bounds[0]);
            int last = Integer.parseInt(bounds[1]);
            boolean moreBelow = first - LOWEST >= HIGHEST - last;
            return moreBelow ? new int[] {LOWEST, first - 1} : new int[] {last + 1, HIGHEST};
        } catch (IOException e) {
            return new int[] {LOWEST, 32_000};
        }
    }

    private static boolean reserve(int port) {
        try {
            Path folder =
                    Path.of(System.getProperty("java.io.tmpdir"), "semel-ports-" + System.getProperty("user.name"));
            Files.createDirectories(folder);
            return lock(folder.resolve(Integer.toString(port))) && bindable(port);
        } catch (IOException e) {
            throw new IllegalStateException("could not reserve port " + port, e);
        }
    }

    private static boolean lock(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            FileLock lock = channel.tryLock();
            if (lock != null) {
                HELD.add(lock);
                return true;
            }
        } catch (OverlappingFileLockException e) {
            // This JVM holds it already.
        }
        channel.close();
        return false;
    }

    private static boolean bindable(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
