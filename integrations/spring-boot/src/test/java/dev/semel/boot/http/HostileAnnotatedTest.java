package dev.semel.boot.http;

import dev.semel.http.contract.Till;
import dev.semel.spring.Idempotent;
import jakarta.servlet.http.HttpServletRequest;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.ResponseEntity;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

@DisplayName("hostile requests to annotated controllers")
class HostileAnnotatedTest extends HostileRequests {

    /** The controller reads header and body, and resolves the caller, before it calls a guarded method. */
    @Override
    protected Set<Capability> capabilities() {
        return EnumSet.of(Capability.STRICT_CHUNKS);
    }

    @Override
    protected Served serve(Till till) {
        return run(AnnotatedApplication.class, WebApplicationType.SERVLET, till);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class AnnotatedApplication {
        @Bean
        AnnotatedEndpoints endpoints(Till till, Events events) {
            return new AnnotatedEndpoints(till, events);
        }

        @Bean
        Events events(Till till) {
            return new Events(till);
        }

        @Bean
        SecurityFilterChain open(HttpSecurity security) throws Exception {
            return security.csrf(csrf -> csrf.disable()).build();
        }
    }

    @RestController
    static class AnnotatedEndpoints {
        private final Till till;
        private final Events events;

        AnnotatedEndpoints(Till till, Events events) {
            this.till = till;
            this.events = events;
        }

        @PostMapping(Till.PAYMENTS)
        @Idempotent(operation = "hostile.payments", key = "#key", scope = "#caller", fingerprint = "#body")
        public ResponseEntity<String> pay(
                @RequestHeader(name = "Idempotency-Key", required = false) String key,
                @RequestHeader(Till.PRINCIPAL) String caller,
                @RequestBody String body,
                HttpServletRequest request) {
            return answer(till.handle(Till.PAYMENTS, request::getHeader));
        }

        /** A signature is checked before the guarded method is called. */
        @PostMapping(Till.HOOKS)
        public ResponseEntity<String> hook(@RequestBody Map<String, Object> event, HttpServletRequest request) {
            return request.getHeader(Till.SIGNATURE) == null
                    ? ResponseEntity.status(401).build()
                    : ResponseEntity.status(201).body(events.take(event, request));
        }
    }

    static class Events {
        private final Till till;

        Events(Till till) {
            this.till = till;
        }

        @Idempotent(operation = "hostile.hooks", key = "#event['id']", scope = "'all'", fingerprint = "#event")
        public String take(Map<String, Object> event, HttpServletRequest request) {
            return till.handle(Till.HOOKS, request::getHeader).text();
        }
    }
}
