package dev.semel.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.counter.JdbcCounterStore;
import dev.semel.servers.PostgresServer;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;

@DisplayName("a Spring DataSource that is passed to a SQL store")
class DataSourceStartTest {

    private static DataSource database() {
        PostgresServer server = PostgresServer.shared();
        return new DriverManagerDataSource(server.jdbcUrl(), server.user(), server.password());
    }

    private static DataSource routing() {
        AbstractRoutingDataSource routing = new AbstractRoutingDataSource() {
            @Override
            protected Object determineCurrentLookupKey() {
                return "ada";
            }
        };
        routing.setTargetDataSources(Map.of("ada", database(), "bob", database()));
        routing.afterPropertiesSet();
        return routing;
    }

    /** As it is, and behind the proxies that applications put around it. */
    private static List<DataSource> waysToHandIn(DataSource source) {
        return List.of(
                source,
                new LazyConnectionDataSourceProxy(source),
                new DelegatingDataSource(new DelegatingDataSource(source)));
    }

    @Test
    @DisplayName("is refused if it routes by thread; records were put into the wrong database")
    void routingByThread() {
        assertRefused(routing(), "AbstractRoutingDataSource", "RoutedStore");
    }

    @Test
    @DisplayName("is refused if it joins the transaction of its caller; a claim was undone with it")
    void joiningTransactions() {
        assertRefused(new TransactionAwareDataSourceProxy(database()), "TransactionAwareDataSourceProxy", "the pool");
    }

    private static void assertRefused(DataSource wrong, String... why) {
        for (DataSource each : waysToHandIn(wrong)) {
            assertThatThrownBy(() -> JdbcStore.builder(each).createSchema(true).build())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll(why);
            assertThatThrownBy(() ->
                            JdbcCounterStore.builder(each).createSchema(true).build())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll(why);
        }
    }

    @Test
    @DisplayName("is accepted if it only delays or delegates")
    void harmless() {
        for (DataSource each : waysToHandIn(database())) {
            try (JdbcStore store = JdbcStore.builder(each).createSchema(true).build()) {
                assertThat(store.size(1)).isNotNegative();
            }
        }
    }
}
