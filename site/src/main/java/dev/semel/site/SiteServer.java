package dev.semel.site;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Serves the files of a folder on 127.0.0.1. */
final class SiteServer implements AutoCloseable {
    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "json", "application/json",
            "svg", "image/svg+xml",
            "ico", "image/x-icon",
            "png", "image/png",
            "woff2", "font/woff2");

    private final ExecutorService threads = Executors.newFixedThreadPool(4);
    private final HttpServer server;
    private final Path folder;

    private SiteServer(Path folder, int port) throws IOException {
        this.folder = folder.toAbsolutePath().normalize();
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    }

    /**
     * Starts a server.
     *
     * @param port to listen on; 0 for a free one
     */
    static SiteServer start(Path folder, int port) throws IOException {
        SiteServer site = new SiteServer(folder, port);
        site.server.createContext("/", site::answer);
        site.server.setExecutor(site.threads);
        site.server.start();
        return site;
    }

    /** The address of the home page, without a slash at the end. */
    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            Path file = folder.resolve("." + exchange.getRequestURI().getPath()).normalize();
            if (Files.isDirectory(file)) {
                file = file.resolve("index.html");
            }
            boolean isThere = file.startsWith(folder) && Files.isRegularFile(file);
            byte[] body = Files.readAllBytes(isThere ? file : folder.resolve("404.html"));
            String name = file.getFileName().toString();
            String type = TYPES.getOrDefault(name.substring(name.lastIndexOf('.') + 1), "application/octet-stream");
            exchange.getResponseHeaders().set("Content-Type", isThere ? type : "text/html; charset=utf-8");
            exchange.sendResponseHeaders(isThere ? 200 : 404, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
