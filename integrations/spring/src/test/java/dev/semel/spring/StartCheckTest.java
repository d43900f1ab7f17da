package dev.semel.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.OperationBuilder;
import dev.semel.policy.Policies;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import reactor.core.publisher.Flux;

@DisplayName("at the start of a context")
class StartCheckTest {

    private static String refusalOf(Class<?> bean) {
        return Contexts.refusalOf(Contexts.OnMemory.class, bean);
    }

    static class FinalMethod {
        @Idempotent(key = "'k'")
        public final String pay() {
            return "";
        }
    }

    static final class FinalClass {
        @Idempotent(key = "'k'")
        public String pay() {
            return "";
        }
    }

    static class PrivateAndStatic {
        @Idempotent(key = "'k'")
        private String secret() {
            return "";
        }

        @Idempotent(operation = "static", key = "'k'")
        static String shared() {
            return "";
        }

        String use() {
            return String.valueOf((Supplier<String>) this::secret);
        }
    }

    interface Paying {
        String pay();
    }

    static final class FinalClassOfInterface implements Paying {
        @Override
        @Idempotent(key = "'k'")
        public String pay() {
            return String.valueOf(System.nanoTime());
        }
    }

    static class NotOfInterface implements Paying {
        @Override
        public String pay() {
            return "";
        }

        @Idempotent(key = "'k'")
        public String refund() {
            return "";
        }
    }

    @Test
    @DisplayName("methods that no proxy can guard are refused")
    void proxies() {
        assertThat(refusalOf(FinalMethod.class)).contains("pay is final").contains(FinalMethod.class.getName());
        assertThat(refusalOf(FinalClass.class)).contains("the class is final").contains("interface");
        assertThat(refusalOf(PrivateAndStatic.class))
                .contains("secret is private")
                .contains("shared is static");
        assertThat(refusalOf(NotOfInterface.class))
                .contains("refund is not declared in any interface")
                .contains("proxyTargetClass");
        try (AnnotationConfigApplicationContext context = Contexts.onMemory(FinalClassOfInterface.class)) {
            Paying paying = context.getBean(Paying.class);
            assertThat(paying.pay()).isEqualTo(paying.pay());
        }
    }

    static class CallsItself {
        @Idempotent(key = "'k'")
        public String pay() {
            return "";
        }

        public String payTwice() {
            return List.of(1, 2).stream().map(i -> pay()).toList().toString();
        }
    }

    abstract static class Template {
        public String template() {
            return pay();
        }

        abstract String pay();
    }

    static class OfTemplate extends Template {
        @Override
        @Idempotent(key = "'k'")
        String pay() {
            return "";
        }
    }

    static class CallsItsProxy {
        @Lazy
        @Autowired
        private CallsItsProxy self;

        @Idempotent(key = "'k'")
        public String pay() {
            return String.valueOf(System.nanoTime());
        }

        public String payAgain() {
            return self.pay();
        }
    }

    static class AsksForItsProxy {
        private final ObjectProvider<AsksForItsProxy> self;

        AsksForItsProxy(ObjectProvider<AsksForItsProxy> self) {
            this.self = self;
        }

        @Idempotent(key = "'k'")
        public String pay() {
            return "";
        }

        public String payAgain() {
            return self.getObject().pay();
        }
    }

    static class Overrides extends CallsItsProxy {
        @Override
        public String pay() {
            return super.pay();
        }
    }

    @Test
    @DisplayName("calls that a class makes to itself are found, from lambdas and superclasses too")
    void selfCalls() {
        assertThat(refusalOf(CallsItself.class))
                .contains("calls pay of the same object")
                .contains("bypasses the proxy");
        assertThat(refusalOf(OfTemplate.class)).contains("template calls pay");
        Contexts.onMemory(AsksForItsProxy.class).close();
        Contexts.onMemory(Overrides.class).close();
        try (AnnotationConfigApplicationContext context = Contexts.onMemory(CallsItsProxy.class)) {
            CallsItsProxy bean = context.getBean(CallsItsProxy.class);
            assertThat(bean.payAgain()).isEqualTo(bean.pay());
        }
    }

    static class BadResults {
        @Idempotent(operation = "flux", key = "'k'")
        public Flux<String> flux() {
            return Flux.empty();
        }
    }

    static class BadFuture {
        @Idempotent(operation = "future", key = "'k'")
        public Future<String> future() {
            return CompletableFuture.completedFuture("");
        }
    }

    static class BadStream {
        @Idempotent(operation = "stream", key = "'k'")
        public InputStream stream() {
            return InputStream.nullInputStream();
        }
    }

    static class RawFuture {
        @Idempotent(operation = "raw", key = "'k'")
        @SuppressWarnings("rawtypes")
        public CompletableFuture raw() {
            return null;
        }
    }

    @Test
    @DisplayName("A3 results that cannot be stored are refused")
    void results() {
        assertThat(refusalOf(BadResults.class)).contains("Flux").contains("Mono of the whole");
        assertThat(refusalOf(BadFuture.class)).contains("Future").contains("CompletableFuture");
        assertThat(refusalOf(BadStream.class)).contains("InputStream");
        assertThat(refusalOf(RawFuture.class)).contains("CompletableFuture").contains("declare the type");
    }

    static class BadExpressions {
        @Idempotent(operation = "bad", key = "#requst.id", scope = "#p1 +", retention = "soon")
        public String pay(Payments.Request request) {
            return "";
        }
    }

    static class NoKey {
        @Idempotent(operation = "bad", key = "")
        public String pay() {
            return "";
        }
    }

    static class BadSettings {
        @Idempotent(operation = "bad name", key = "'k'", lease = "1ms")
        public String pay() {
            return "";
        }
    }

    static class BadDuration {
        @Idempotent(operation = "bad", key = "'k'", lease = "soon")
        public String pay() {
            return "";
        }
    }

    static class SameName {
        @Idempotent(operation = "same", key = "'k'")
        public String one() {
            return "";
        }

        @Idempotent(operation = "same", key = "'k'")
        public String two() {
            return "";
        }
    }

    static class TransactionalWithout {
        @Idempotent(operation = "tx", key = "'k'", mode = Idempotent.Mode.TRANSACTIONAL)
        public String pay() {
            return "";
        }
    }

    @Test
    @DisplayName("invalid expressions, settings and names are reported with the values that are expected")
    void settings() {
        assertThat(refusalOf(BadExpressions.class))
                .contains("#requst")
                .contains("#p0")
                .contains("scope expression");
        assertThat(refusalOf(NoKey.class)).contains("key expression is empty");
        assertThat(refusalOf(BadSettings.class)).contains("bad name").contains("lease");
        assertThat(refusalOf(BadDuration.class)).contains("\"soon\"").contains("PT25H");
        assertThat(refusalOf(SameName.class)).contains("operation same").contains("SameName.");
        assertThat(refusalOf(TransactionalWithout.class))
                .contains("TRANSACTIONAL")
                .contains("@Transactional");
    }

    @Configuration
    static class Customized {
        @Bean
        OperationCustomizer customizer() {
            return new OperationCustomizer() {
                @Override
                public <T> void customize(String operation, OperationBuilder<T> builder) {
                    if (operation.equals("customized")) {
                        builder.retention(Duration.ofMillis(1)).withoutKey(Policies.runUnprotected());
                    }
                }
            };
        }

        @Bean
        CurrentScope scope() {
            return () -> "tenant";
        }
    }

    static class CustomizedPayments {
        @Idempotent(operation = "customized", key = "#key")
        public String brief(String key) {
            return String.valueOf(System.nanoTime());
        }

        @Idempotent(operation = "customized.not", key = "#key")
        public String usual(String key) {
            return CurrentAttempt.get().facts().scope();
        }
    }

    @Test
    @DisplayName("customizers set what annotations do not, and CurrentScope sets the scope")
    void customizers() throws InterruptedException {
        try (AnnotationConfigApplicationContext context =
                Contexts.onMemory(Customized.class, CustomizedPayments.class)) {
            CustomizedPayments payments = context.getBean(CustomizedPayments.class);
            String first = payments.brief("k");
            Thread.sleep(5);
            assertThat(payments.brief("k")).isNotEqualTo(first);
            assertThat(payments.brief("")).isNotEqualTo(payments.brief(null));
            assertThatThrownBy(() -> payments.usual(null)).isInstanceOf(dev.semel.InvalidKeyException.class);
            assertThat(payments.usual("k")).isEqualTo("tenant");
        }
    }

    @Test
    @DisplayName("a lazy bean is checked when it is created")
    void lazy() {
        try (AnnotationConfigApplicationContext context = Contexts.onMemory()) {
            context.registerBean("late", BadStream.class, definition -> definition.setLazyInit(true));
            assertThatThrownBy(() -> context.getBean("late")).rootCause().hasMessageContaining("InputStream");
        }
    }
}
