package dev.semel.checks;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.semel.Facts;
import dev.semel.Fingerprint;
import dev.semel.RecordState;
import dev.semel.SemelException;
import dev.semel.StoreException;
import dev.semel.redis.RedisLink;
import dev.semel.store.Nonce;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The folder of a class says what it may depend on. */
@DisplayName("the layers")
class ArchitectureTest {
    private static final JavaClasses MAIN = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.semel");

    private static final String[] CORE = {
        "dev.semel",
        "dev.semel.batch..",
        "dev.semel.engine..",
        "dev.semel.input..",
        "dev.semel.memory..",
        "dev.semel.policy..",
        "dev.semel.session..",
        "dev.semel.skew..",
        "dev.semel.store..",
        "dev.semel.thread..",
        "dev.semel.time.."
    };

    private static final List<String> STORES = List.of(
            "dev.semel.memory..",
            "dev.semel.jdbc..",
            "dev.semel.redis..",
            "dev.semel.dynamodb..",
            "dev.semel.momento..",
            "dev.semel.powertools..");

    @Test
    @DisplayName("core knows the JDK only")
    void coreKnowsTheJdkOnly() {
        classes()
                .that()
                .resideInAnyPackage(CORE)
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage("java..", "org.jspecify.annotations..")
                        .or(resideInAnyPackage(CORE)))
                .check(MAIN);
    }

    @Test
    @DisplayName("counters know of core the combining writer, digests, nonces and exceptions, and nothing of records")
    void countersStandBesideRecords() {
        classes()
                .that()
                .resideInAPackage("dev.semel.counter..")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                                "java..",
                                "org.jspecify.annotations..",
                                "dev.semel.counter..",
                                "dev.semel.batch..",
                                "dev.semel.thread..")
                        .or(belongToAnyOf(Fingerprint.class, SemelException.class, Nonce.class, StoreException.class)))
                .check(MAIN);
    }

    @Test
    @DisplayName("a reader of the record code never meets a counter")
    void recordsKnowNoCounters() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "dev.semel.jdbc",
                        "dev.semel.jdbc.sql..",
                        "dev.semel.jdbc.record..",
                        "dev.semel.jdbc.connection..",
                        "dev.semel.jdbc.dialect..",
                        "dev.semel.jdbc.database..",
                        "dev.semel.jdbc.batch..",
                        "dev.semel.redis",
                        "dev.semel.redis.record..",
                        "dev.semel.redis.wire..",
                        "dev.semel.redis.server..",
                        "dev.semel.dynamodb",
                        "dev.semel.dynamodb.record..",
                        "dev.semel.dynamodb.wire..",
                        "dev.semel.momento",
                        "dev.semel.momento.record..",
                        "dev.semel.momento.wire..",
                        "dev.semel.powertools..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.semel.counter..",
                        "dev.semel.jdbc.counter..",
                        "dev.semel.redis.counter..",
                        "dev.semel.dynamodb.counter..")
                .check(MAIN);
    }

    @Test
    @DisplayName("what a store shares with its counts is not for anything else")
    void seamsAreInternal() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.semel.redis..")
                .should()
                .dependOnClassesThat(belongToAnyOf(RedisLink.class))
                .check(MAIN);
    }

    @Test
    @DisplayName("the store SPI knows of the root only what a store has to speak of")
    void spiIsSmall() {
        noClasses()
                .that()
                .resideInAPackage("dev.semel.store..")
                .should()
                .dependOnClassesThat(resideInAPackage("dev.semel")
                        .and(not(belongToAnyOf(
                                Fingerprint.class,
                                SemelException.class,
                                StoreException.class,
                                RecordState.class,
                                Facts.class))))
                .orShould()
                .dependOnClassesThat()
                .resideInAPackage("dev.semel.memory..")
                .check(MAIN);
    }

    @Test
    @DisplayName("nothing in main knows the test kit, except torture and the model")
    void nothingKnowsTheTestKit() {
        noClasses()
                .that()
                .resideOutsideOfPackages("dev.semel.testkit..", "dev.semel.torture..", "dev.semel.model..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.semel.testkit..")
                .check(MAIN);
    }

    @Test
    @DisplayName("a store knows core and not another store, nor a codec, a driver or an HTTP client")
    void storesAreLeaves() {
        for (String store : STORES) {
            noClasses()
                    .that()
                    .resideInAPackage(store)
                    .should()
                    .dependOnClassesThat(foreignTo(store))
                    .check(MAIN);
        }
    }

    /** What no store may know. Items of Powertools are items of DynamoDB, so that store is built from the rooms of the other. */
    private static DescribedPredicate<JavaClass> foreignTo(String store) {
        Set<String> foreign = new LinkedHashSet<>(STORES);
        foreign.remove(store);
        foreign.addAll(List.of(
                "dev.semel.jackson..", "org.postgresql..", "com.mysql..", "org.h2..", "software.amazon.awssdk.http.."));
        DescribedPredicate<JavaClass> any = resideInAnyPackage(foreign.toArray(String[]::new));
        return store.equals("dev.semel.powertools..")
                ? any.and(not(resideInAnyPackage("dev.semel.dynamodb.record..", "dev.semel.dynamodb.wire..")))
                : any;
    }

    @Test
    @DisplayName("the Redis store knows core, its client, and not another store")
    void redisStoreIsALeaf() {
        classes()
                .that()
                .resideInAPackage("dev.semel.redis..")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                        "java..",
                        "org.jspecify.annotations..",
                        "io.lettuce.core..",
                        "io.netty.util.concurrent..",
                        "io.netty.buffer..",
                        "dev.semel",
                        "dev.semel.batch..",
                        "dev.semel.store..",
                        "dev.semel.thread..",
                        "dev.semel.time..",
                        "dev.semel.counter.store..",
                        "dev.semel.redis.."))
                .check(MAIN);
        noClasses()
                .that()
                .resideInAnyPackage("dev.semel.jdbc..", "dev.semel.jackson..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.semel.redis..")
                .check(MAIN);
    }

    @Test
    @DisplayName("codecs know core and not one another, nor a store")
    void codecsAreLeaves() {
        noClasses()
                .that()
                .resideInAPackage("dev.semel.jackson..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.semel.memory..", "dev.semel.jdbc..", "dev.semel.dynamodb..", "dev.semel.testkit..")
                .check(MAIN);
    }

    @Test
    @DisplayName("the rules of HTTP know core and the JSON codec, and no framework")
    void httpKnowsNoFramework() {
        classes()
                .that()
                .resideInAPackage("dev.semel.http..")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                        "java..",
                        "org.jspecify.annotations..",
                        "dev.semel",
                        "dev.semel.policy..",
                        "dev.semel.session..",
                        "dev.semel.store..",
                        "dev.semel.thread..",
                        "dev.semel.time..",
                        "dev.semel.counter",
                        "dev.semel.jackson..",
                        "dev.semel.http..",
                        "com.fasterxml.jackson.."))
                .check(MAIN);
    }

    @Test
    @DisplayName("the servlet filter knows core, the rules of HTTP and the servlet API")
    void servletFilterIsThin() {
        classes()
                .that()
                .resideInAPackage("dev.semel.servlet..")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                        "java..",
                        "org.jspecify.annotations..",
                        "jakarta.servlet..",
                        "dev.semel",
                        "dev.semel.policy..",
                        "dev.semel.http..",
                        "dev.semel.servlet.."))
                .check(MAIN);
    }

    @Test
    @DisplayName(
            "the Lambda integration knows core, JSON, HTTP, Lambda's own interfaces, JMESPath and CRaC, and no store")
    void lambdaKnowsNoStore() {
        classes()
                .that()
                .resideInAPackage("dev.semel.lambda..")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                        "java..",
                        "org.jspecify.annotations..",
                        "com.amazonaws.services.lambda.runtime..",
                        "com.fasterxml.jackson..",
                        "io.burt.jmespath..",
                        "org.crac..",
                        "dev.semel",
                        "dev.semel.policy..",
                        "dev.semel.store..",
                        "dev.semel.jackson..",
                        "dev.semel.http..",
                        "dev.semel.lambda.."))
                .check(MAIN);
    }

    @Test
    @DisplayName("the Spring integration knows core, JSON, HTTP and the SQL stores, Spring and Reactor, and not Boot")
    void springKnowsNoBoot() {
        classes()
                .that()
                .resideInAPackage("dev.semel.spring..")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                                "java..",
                                "javax.sql..",
                                "org.jspecify.annotations..",
                                "org.aopalliance..",
                                "org.springframework..",
                                "org.apache.commons.logging..", // Spring's own logging
                                "org.reactivestreams..",
                                "reactor..",
                                "dev.semel",
                                "dev.semel.policy..",
                                "dev.semel.session..",
                                "dev.semel.store..",
                                "dev.semel.jackson..",
                                "dev.semel.http..",
                                "dev.semel.jdbc..",
                                "dev.semel.spring..",
                                "com.fasterxml.jackson..")
                        .and(not(resideInAPackage("org.springframework.boot.."))))
                .check(MAIN);
    }

    @Test
    @DisplayName("names say what a thing is")
    void names() {
        noClasses()
                .should()
                .haveNameMatching(".*(Impl|Base|Utils?|Helper|Manager)")
                .check(MAIN);
    }
}
