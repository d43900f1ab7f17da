package dev.semel.servlet;

import org.junit.jupiter.api.DisplayName;

@DisplayName("hostile requests to the servlet filter on Tomcat")
class HostileTomcatTest extends HostileRequests {

    HostileTomcatTest() {
        super(Container.Kind.TOMCAT);
    }
}
