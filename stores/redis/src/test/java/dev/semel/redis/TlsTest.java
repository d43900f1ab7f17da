package dev.semel.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.StoreException;
import dev.semel.servers.RedisServer;
import dev.semel.store.ClaimResult;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslOptions;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Redis with TLS and a password")
class TlsTest {
    private static final String PASSWORD = "correct-horse";

    @TempDir
    private Path folder;

    private RedisServer server;
    private int tlsPort;

    @BeforeEach
    void start() throws Exception {
        Path store = folder.resolve("server.p12");
        keytool(store);
        KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
        Path key = pem(
                "key",
                "PRIVATE KEY",
                keys.getKey("redis", PASSWORD.toCharArray()).getEncoded());
        Path certificate =
                pem("certificate", "CERTIFICATE", keys.getCertificate("redis").getEncoded());
        tlsPort = freePort();
        server = RedisServer.start(
                "--tls-port", String.valueOf(tlsPort),
                "--tls-cert-file", key.resolveSibling("certificate.pem").toString(),
                "--tls-key-file", key.toString(),
                "--tls-ca-cert-file", certificate.toString(),
                "--tls-auth-clients", "no");
        server.command("CONFIG SET requirepass " + PASSWORD);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static void keytool(Path store) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "redis",
                        "-keyalg",
                        "RSA",
                        "-storetype",
                        "PKCS12",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "SAN=DNS:localhost,IP:127.0.0.1",
                        "-storepass",
                        PASSWORD,
                        "-keystore",
                        store.toString())
                .redirectErrorStream(true)
                .start();
        process.getInputStream().readAllBytes();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
    }

    private Path pem(String name, String kind, byte[] content) throws IOException {
        return Files.writeString(
                folder.resolve(name + ".pem"),
                "-----BEGIN " + kind + "-----\n" + Base64.getMimeEncoder().encodeToString(content) + "\n-----END "
                        + kind + "-----\n");
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private String address(String password) {
        return "rediss://:" + password + "@127.0.0.1:" + tlsPort;
    }

    @Test
    @DisplayName("a store connects from an address, and from a client that trusts the certificate")
    void connects() {
        try (RedisStore store = RedisStore.at(address(PASSWORD) + "?verifyPeer=NONE")) {
            Samples.claim(store, "by-address");
        }
        RedisClient client = RedisClient.create(RedisURI.create(address(PASSWORD)));
        client.setOptions(ClientOptions.builder()
                .sslOptions(SslOptions.builder()
                        .trustManager(folder.resolve("certificate.pem").toFile())
                        .build())
                .build());
        try (RedisStore store = RedisStore.builder(client).build()) {
            assertThat(store.claim(Samples.request(Samples.id("by-address")))).isInstanceOf(ClaimResult.Busy.class);
        } finally {
            client.shutdown();
        }
    }

    @Test
    @DisplayName(
            "an untrusted certificate and a wrong password are rejected, and the message does not contain the password")
    void refuses() {
        assertThatThrownBy(() -> RedisStore.at(address(PASSWORD)))
                .isInstanceOf(StoreException.class)
                .hasMessageNotContaining(PASSWORD);
        assertThatThrownBy(() -> RedisStore.at(address("wrong-staple") + "?verifyPeer=NONE"))
                .isInstanceOf(StoreException.class)
                .satisfies(e -> assertThat(Throwables.getStackTrace(e)).doesNotContain("wrong-staple"));
    }
}
