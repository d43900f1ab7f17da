package dev.semel.servlet;

import org.junit.jupiter.api.DisplayName;

@DisplayName("hostile requests to the servlet filter on Jetty")
class HostileJettyTest extends HostileRequests {

    HostileJettyTest() {
        super(Container.Kind.JETTY);
    }
}
