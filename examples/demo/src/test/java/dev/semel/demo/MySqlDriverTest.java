package dev.semel.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.boot.StoreAddress;
import dev.semel.demo.Client.Reply;
import dev.semel.demo.start.Choices;
import dev.semel.servers.MariaDbServer;
import dev.semel.servers.TempFolder;
import java.net.URI;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

/** MySQL's driver also connects to MariaDB, where the default character set does not hold all characters. */
@DisplayName("the demo on a MariaDB server with MySQL's driver")
class MySqlDriverTest {

    @Test
    @DisplayName("D1 captures a payment once in a transaction, and accepts events with any characters in their ids")
    void works() {
        MariaDbServer server = MariaDbServer.shared();
        URI address = URI.create(server.jdbcUrl().substring("jdbc:".length()));
        String url =
                "jdbc:mysql://" + address.getAuthority() + address.getPath() + "?useSSL=false&user=" + server.user();
        try (TempFolder folder = TempFolder.create("mysql");
                ConfigurableApplicationContext context =
                        Demo.start(new Choices(0, StoreAddress.of(url), folder.path(), 10_000))) {
            Client client = new Client(
                    context.getEnvironment().getRequiredProperty("local.server.port", Integer.class),
                    "m-" + UUID.randomUUID());
            Reply first = client.pay("k");
            assertThat(first.status()).isEqualTo(201);
            Reply again = client.pay("k");
            assertThat(again.replayed()).isTrue();
            assertThat(again.body()).isEqualTo(first.body());
            assertThat(client.effects("payments.create", "k")).isEqualTo(1);
            String id = "evt_é世😀";
            assertThat(client.post("/webhooks", "{\"id\":\"" + id + "\",\"type\":\"paid\"}")
                            .status())
                    .isEqualTo(200);
            assertThat(client.effects("webhooks.receive", id)).isEqualTo(1);
        }
    }
}
