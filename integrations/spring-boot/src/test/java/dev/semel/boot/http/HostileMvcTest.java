package dev.semel.boot.http;

import dev.semel.boot.PrincipalResolver;
import dev.semel.http.contract.Till;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import org.junit.jupiter.api.DisplayName;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.ResponseEntity;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

@DisplayName("hostile requests to a Spring MVC application with the starter")
class HostileMvcTest extends HostileRequests {

    @Override
    protected Served serve(Till till) {
        return run(MvcApplication.class, WebApplicationType.SERVLET, till, ROUTES);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class MvcApplication {
        @Bean
        Endpoints endpoints(Till till) {
            return new Endpoints(till);
        }

        @Bean
        PrincipalResolver callers() {
            return request -> request.getHeader(Till.PRINCIPAL);
        }

        @Bean
        SecurityFilterChain open(HttpSecurity security) throws Exception {
            return security.csrf(csrf -> csrf.disable()).build();
        }
    }

    @RestController
    record Endpoints(Till till) {
        @PostMapping({Till.PAYMENTS, Till.HOOKS, Till.EARLY, Till.BUSY, Till.LOCKED, Till.ORDERS})
        ResponseEntity<String> handle(HttpServletRequest request) throws IOException {
            request.getInputStream().readAllBytes();
            return answer(till.handle(request.getServletPath(), request::getHeader));
        }
    }
}
