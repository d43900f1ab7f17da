package dev.semel.servlet;

import org.junit.jupiter.api.DisplayName;

@DisplayName("in Jetty")
class JettyTest extends FilterContract {
    @Override
    Container.Kind kind() {
        return Container.Kind.JETTY;
    }
}
