package dev.semel.servlet;

import org.junit.jupiter.api.DisplayName;

@DisplayName("in Tomcat")
class TomcatTest extends FilterContract {
    @Override
    Container.Kind kind() {
        return Container.Kind.TOMCAT;
    }
}
