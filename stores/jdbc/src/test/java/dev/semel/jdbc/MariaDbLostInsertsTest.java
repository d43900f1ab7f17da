package dev.semel.jdbc;

import org.junit.jupiter.api.DisplayName;

@DisplayName("lost connections to MariaDB when most claims are new")
class MariaDbLostInsertsTest extends MariaDbLostConnectionsTest {
    @Override
    int replays() {
        return 0;
    }
}
