package dev.semel.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.OperationBuilder;
import dev.semel.policy.Policies;
import java.io.InputStream;
import java.security.Principal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.MapPropertySource;
import org.springframework.web.server.ServerWebExchange;
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

    record Order(String id, List<String> items) {}

    static class OpenOrder {
        public String getId() {
            return "";
        }
    }

    static class OfOneRequest {
        @Idempotent(operation = "one", key = "#order.id")
        public String pay(Order order, Principal caller, InputStream[] parts, Supplier<String> later) {
            return "";
        }
    }

    static class KeyOfOneRequest {
        @Idempotent(operation = "one", key = "#exchange", fingerprint = "{#p0.request}")
        public String pay(ServerWebExchange exchange) {
            return "";
        }
    }

    static class NamedFingerprint {
        @Idempotent(operation = "one", key = "#exchange.request.id", fingerprint = "#order")
        public String pay(Order order, ServerWebExchange exchange) {
            return "";
        }
    }

    @Test
    @DisplayName("arguments that cannot be compared with those of a retry are reported by the parameter's name")
    void incomparable() {
        assertThat(refusalOf(OfOneRequest.class))
                .contains("OfOneRequest.pay")
                .contains("its parameter caller is of the type Principal")
                .contains("its parameter parts is of the type InputStream[]")
                .contains("its parameter later is of the type Supplier")
                .contains("fingerprint = \"#order\"");
        assertThat(refusalOf(KeyOfOneRequest.class)).contains("its key expression is of the type ServerWebExchange");
        Contexts.onMemory(NamedFingerprint.class).close();
    }

    static class Misspelt {
        @Idempotent(operation = "misspelt", key = "${misspelt}")
        public String pay(Order order, OpenOrder open, Map<String, Order> map) {
            return "";
        }
    }

    private static AnnotationConfigApplicationContext withKey(String expression) {
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        context.getEnvironment()
                .getPropertySources()
                .addFirst(new MapPropertySource("test", Map.of("misspelt", expression)));
        context.register(Contexts.OnMemory.class, Misspelt.class);
        return context;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "#order.idd | the property idd, which StartCheckTest.Order does not have",
                "#order.id.lenght() | the method lenght(), which String does not have",
                "order.id | the property order, which StartCheckTest.Misspelt does not have; the parameter is #order",
                "@keys.of(#order) | the bean @keys, which does not exist",
                "T(com.example.Keys).of(#order) | the type com.example.Keys, which is not on the class path",
                "#root.tenant | the property tenant, which StartCheckTest.Misspelt does not have",
                "#order.items.![#other] | #other, which is not a parameter; compile with -parameters, or name it by its number, such as #p0"
            })
    @DisplayName("mistakes in expressions are reported with the method and the name")
    void mistakes(String expression, String problem) {
        try (AnnotationConfigApplicationContext context = withKey(expression)) {
            assertThatThrownBy(context::refresh)
                    .isInstanceOf(NotGuardedException.class)
                    .hasMessageContaining("the idempotent method StartCheckTest.Misspelt.pay cannot be guarded")
                    .hasMessageEndingWith("its key expression names " + problem);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "#order.id",
                "#p0.items[0].length()",
                "#order?.id ?: 'none'",
                "#map[id].id",
                "#map['a'].id",
                "#order.items.![length()]",
                "#order.items.?[#this == 'a']",
                "{#order.id, #open.id}",
                "#open.onlyInSubclass",
                "T(java.util.Objects).hash(#order)",
                "T(String).valueOf(#order.id)",
                "new String(#order.id)",
                "#root.toString()",
                "@environment.getProperty('a')",
                "#order.class.simpleName"
            })
    @DisplayName("expressions that may be right are accepted")
    void possible(String expression) {
        try (AnnotationConfigApplicationContext context = withKey(expression)) {
            context.refresh();
        }
    }

    static class SeveralMistakes {
        @Idempotent(operation = "first", key = "#order.idd")
        public String first(Order order) {
            return "";
        }

        @Idempotent(operation = "second", key = "#order.id", retention = "soon")
        public String second(Order order, Principal caller) {
            return "";
        }

        @Idempotent(operation = "third", key = "#order.id")
        public String third(Order order) {
            return "";
        }
    }

    @Test
    @DisplayName("mistakes in several methods and beans are reported together, each with its method")
    void together() {
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
            context.register(Contexts.OnMemory.class, SeveralMistakes.class, KeyOfOneRequest.class);
            assertThatThrownBy(context::refresh)
                    .isInstanceOfSatisfying(
                            NotGuardedException.class,
                            failure -> assertThat(failure.problems())
                                    .hasSize(4)
                                    .anyMatch(each ->
                                            each.startsWith("StartCheckTest.SeveralMistakes.first: its key expression"))
                                    .anyMatch(each -> each.startsWith(
                                            "StartCheckTest.SeveralMistakes.second: its parameter caller"))
                                    .anyMatch(each -> each.matches("StartCheckTest.SeveralMistakes.second: .*soon.*"))
                                    .anyMatch(each ->
                                            each.startsWith("StartCheckTest.KeyOfOneRequest.pay: its key expression")))
                    .hasMessageStartingWith("several idempotent methods cannot be guarded: ");
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
