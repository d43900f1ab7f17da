package dev.semel.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Codec;
import dev.semel.Semel;
import dev.semel.memory.MemoryStore;
import dev.semel.store.RecordId;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.ResponseEntity;

@DisplayName("what is stored of an idempotent method's result")
class StoredFormTest {

    record Link(int id, @Nullable String url) {}

    @Configuration
    @EnableIdempotent
    static class Beans {
        @Bean
        MemoryStore store() {
            return MemoryStore.create();
        }

        @Bean
        Semel semel(MemoryStore store) {
            return Semel.on(store);
        }

        @Bean
        Codec.StoredForm<Link> signedUrls() {
            AtomicInteger signed = new AtomicInteger();
            return new Codec.StoredForm<>() {
                @Override
                public Link beforeStoring(Link result) {
                    return new Link(result.id(), null);
                }

                @Override
                public Link onReplay(Link stored) {
                    return new Link(stored.id(), "fresh-" + signed.incrementAndGet());
                }
            };
        }

        @Bean
        Links links() {
            return new Links();
        }
    }

    static class Links {
        private final AtomicInteger runs = new AtomicInteger();

        int runs() {
            return runs.get();
        }

        @Idempotent(operation = "links.redacted", key = "#key", redacting = "/url")
        public Link redacted(String key) {
            return new Link(runs.incrementAndGet(), "https://secret");
        }

        @Idempotent(operation = "links.entity", key = "#key", redacting = "/url")
        public ResponseEntity<Link> entity(String key) {
            return ResponseEntity.status(201).body(new Link(runs.incrementAndGet(), "https://secret"));
        }

        @Idempotent(operation = "links.signed", key = "#key", storedForm = "signedUrls")
        public Link signed(String key) {
            return new Link(runs.incrementAndGet(), "https://secret");
        }
    }

    static class WrongPointer {
        @Idempotent(operation = "links.wrong", key = "#key", redacting = "url")
        public Link pointer(String key) {
            return new Link(1, null);
        }
    }

    static class NoMembers {
        @Idempotent(operation = "links.text", key = "#key", redacting = "/url")
        public ResponseEntity<String> text(String key) {
            return ResponseEntity.ok("{}");
        }
    }

    static class WrongBean {
        @Idempotent(operation = "links.unknown", key = "#key", storedForm = "missing")
        public Link bean(String key) {
            return new Link(1, null);
        }
    }

    private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext(Beans.class);
    private final Links links = context.getBean(Links.class);

    @AfterEach
    void close() {
        context.close();
    }

    private String stored(String operation) {
        return new String(
                Objects.requireNonNull(context.getBean(MemoryStore.class)
                                .find(new RecordId(operation, "", "k"))
                                .orElseThrow()
                                .result())
                        .bytes(),
                StandardCharsets.ISO_8859_1);
    }

    @Test
    @DisplayName("has none of the redacted members, which the first caller gets")
    void redacted() {
        assertThat(links.redacted("k")).isEqualTo(new Link(1, "https://secret"));
        assertThat(stored("links.redacted")).doesNotContain("url", "secret");
        assertThat(links.redacted("k")).isEqualTo(new Link(1, null));
        assertThat(links.runs()).isOne();
    }

    @Test
    @DisplayName("has none of them in the body of a ResponseEntity")
    void entity() {
        assertThat(links.entity("k").getBody()).isEqualTo(new Link(1, "https://secret"));
        assertThat(stored("links.entity")).doesNotContain("url", "secret");
        assertThat(links.entity("k").getBody()).isEqualTo(new Link(1, null));
        assertThat(links.entity("k").getStatusCode().value()).isEqualTo(201);
        assertThat(links.runs()).isOne();
    }

    @Test
    @DisplayName("is what a bean makes of it, which makes the result of each replay again")
    void signed() {
        assertThat(links.signed("k")).isEqualTo(new Link(1, "https://secret"));
        assertThat(stored("links.signed")).doesNotContain("secret");
        assertThat(links.signed("k")).isEqualTo(new Link(1, "fresh-1"));
        assertThat(links.signed("k")).isEqualTo(new Link(1, "fresh-2"));
        assertThat(links.runs()).isOne();
    }

    @Test
    @DisplayName("is refused at the start if a pointer is invalid or the bean is missing")
    void wrong() {
        assertThatThrownBy(() -> new AnnotationConfigApplicationContext(Beans.class, WrongPointer.class).close())
                .hasStackTraceContaining("\"url\" must start with /");
        assertThatThrownBy(() -> new AnnotationConfigApplicationContext(Beans.class, NoMembers.class).close())
                .hasStackTraceContaining("it returns a String, of which no members can be redacted");
        assertThatThrownBy(() -> new AnnotationConfigApplicationContext(Beans.class, WrongBean.class).close())
                .hasStackTraceContaining("No bean named 'missing'");
    }
}
