package dev.semel.boot.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Codec;
import dev.semel.Semel;
import dev.semel.counter.Counters;
import dev.semel.counter.Window;
import dev.semel.redis.RedisStore;
import dev.semel.servers.RedisServer;
import dev.semel.store.Store;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.core.StringRedisTemplate;

@DisplayName("an application with Spring Data Redis")
class SpringDataRedisTest {
    private final RedisServer server = RedisServer.shared();

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(
            excludeName = {
                "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
                "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration"
            })
    static class Application {}

    private ConfigurableApplicationContext start(String... more) {
        List<String> settings = new ArrayList<>(List.of(more));
        settings.add("--spring.data.redis.url=" + server.uri() + "/3");
        settings.add("--spring.autoconfigure.exclude=");
        settings.add("--semel.key-prefix=data-" + UUID.randomUUID() + ":");
        return new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .run(settings.toArray(String[]::new));
    }

    @Test
    @DisplayName("keeps records and counts in its server and database, through its client")
    void recordsAndCounts() {
        try (ConfigurableApplicationContext application = start()) {
            assertThat(application.getBean(Store.class)).isInstanceOf(RedisStore.class);
            var operation = application
                    .getBean(Semel.class)
                    .operation("data.redis", Codec.text())
                    .build();
            assertThat(operation.once("key", "r", () -> "first")).isEqualTo("first");
            assertThat(operation.once("key", "r", () -> "second")).isEqualTo("first");
            var counter = application
                    .getBean(Counters.class)
                    .counter("calls", Window.month(ZoneOffset.UTC))
                    .build();
            assertThat(counter.add("ada").count()).isEqualTo(1);
            String prefix = application.getEnvironment().getProperty("semel.key-prefix");
            assertThat(application.getBean(StringRedisTemplate.class).keys(prefix + "*"))
                    .as("in the database that the application's address names")
                    .hasSize(2);
        }
    }

    @Test
    @DisplayName("prefers an address in semel.store")
    void anAddressGoesFirst() {
        try (ConfigurableApplicationContext application = start("--semel.store=memory:")) {
            assertThat(application.getBean(Store.class)).isNotInstanceOf(RedisStore.class);
        }
    }
}
