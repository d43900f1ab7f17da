package dev.semel.checks;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import dev.semel.BoundOperation;
import dev.semel.Operation;
import dev.semel.OperationBuilder;
import dev.semel.Semel;
import dev.semel.dynamodb.Attribute;
import dev.semel.dynamodb.DynamoDbAddress;
import dev.semel.dynamodb.DynamoDbStore;
import dev.semel.dynamodb.DynamoDbStoreBuilder;
import dev.semel.dynamodb.Writes;
import dev.semel.dynamodb.counter.DynamoDbCounterStore;
import dev.semel.http.HttpGuard;
import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.PrivateFile;
import dev.semel.jdbc.PurgeEvent;
import dev.semel.jdbc.Purgeable;
import dev.semel.jdbc.Purger;
import dev.semel.jdbc.RoutedStore;
import dev.semel.jdbc.SqlContext;
import dev.semel.jdbc.SqlTransaction;
import dev.semel.jdbc.counter.CountSql;
import dev.semel.jdbc.counter.JdbcCounterStore;
import dev.semel.momento.MomentoAddress;
import dev.semel.momento.MomentoStore;
import dev.semel.momento.MomentoStoreBuilder;
import dev.semel.powertools.PowertoolsStore;
import dev.semel.powertools.PowertoolsStoreBuilder;
import dev.semel.redis.RedisConcern;
import dev.semel.redis.RedisLink;
import dev.semel.redis.RedisStore;
import dev.semel.redis.counter.RedisCounterStore;
import dev.semel.servlet.FormLimits;
import dev.semel.servlet.IdempotencyFilter;
import dev.semel.spring.EnableIdempotent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A package is a room with one purpose, and rooms depend on each other in one direction. */
@DisplayName("the rooms")
class RoomsTest {
    private static final JavaClasses MAIN = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.semel");

    /** The packages that have been divided into rooms, each with all packages below it. The list grows until it covers all. */
    private static final List<String> DIVIDED = List.of(
            "dev.semel.batch",
            "dev.semel.benchmarks",
            "dev.semel.boot",
            "dev.semel.counter",
            "dev.semel.demo",
            "dev.semel.dynamodb",
            "dev.semel.engine",
            "dev.semel.http",
            "dev.semel.input",
            "dev.semel.jackson",
            "dev.semel.jdbc",
            "dev.semel.lambda",
            "dev.semel.memory",
            "dev.semel.model",
            "dev.semel.momento",
            "dev.semel.policy",
            "dev.semel.powertools",
            "dev.semel.redis",
            "dev.semel.servers",
            "dev.semel.servlet",
            "dev.semel.session",
            "dev.semel.skew",
            "dev.semel.spring",
            "dev.semel.store",
            "dev.semel.testkit",
            "dev.semel.thread",
            "dev.semel.time",
            "dev.semel.torture");

    private static final int LARGEST_ROOM = 20;

    /** What applications import from core is one package, so that everyday code needs one import root. */
    private static final String DOOR = "dev.semel";

    private static final int LARGEST_DOOR = 35;

    /** The only types of the door that know the engine. */
    private static final Set<Class<?>> FACTORY = Set.of(Semel.class, OperationBuilder.class);

    /** They speak of policies and sessions; the other types of the door know neither. */
    private static final Set<Class<?>> OPERATIONS = Set.of(Operation.class, BoundOperation.class);

    private static boolean isDivided(String packageName) {
        return packageName.equals(DOOR)
                || DIVIDED.stream().anyMatch(each -> packageName.equals(each) || packageName.startsWith(each + "."));
    }

    private static boolean isOneOf(Set<Class<?>> types, JavaClass type) {
        return types.stream()
                .anyMatch(each ->
                        type.getName().equals(each.getName()) || type.getName().startsWith(each.getName() + "$"));
    }

    private static DescribedPredicate<JavaClass> oneOf(Set<Class<?>> types) {
        return describe("the door's own", type -> isOneOf(types, type));
    }

    /** The type of the HTTP module's door that makes what stands behind it. It knows the rooms, and no room knows it. */
    private static final Set<Class<?>> HTTP_FACTORY = Set.of(HttpGuard.class);

    /** The room of a type; core's door has three: what makes operations, operations, and the values that all others know. */
    private static String room(JavaClass type) {
        if (isOneOf(FACTORY, type)) {
            return "Semel and OperationBuilder";
        } else if (isOneOf(OPERATIONS, type)) {
            return "operations";
        }
        return isOneOf(HTTP_FACTORY, type) ? "HttpGuard" : type.getPackageName();
    }

    @Test
    @DisplayName("have no cycles")
    void cycles() {
        slices().assignedFrom(new SliceAssignment() {
                    @Override
                    public SliceIdentifier getIdentifierOf(JavaClass type) {
                        return isDivided(type.getPackageName())
                                ? SliceIdentifier.of(room(type))
                                : SliceIdentifier.ignore();
                    }

                    @Override
                    public String getDescription() {
                        return "divided packages";
                    }
                })
                .should()
                .beFreeOfCycles()
                // An annotation names its registrar for Spring, and the registrar reads the annotation.
                .ignoreDependency(type(EnableIdempotent.class), resideInAPackage("dev.semel.spring.start"))
                .because(
                        "dependencies point one way, such as dev.semel.redis → record → wire → server: move a class that"
                                + " two rooms need to the lower one, and pass what it needs of the upper one as an argument")
                .check(MAIN);
    }

    @Test
    @DisplayName("of core know what their package-info says, and nothing else")
    void coreRooms() {
        String[] values = {DOOR, "dev.semel.input"};
        mayKnow("dev.semel.input");
        mayKnow("dev.semel.skew");
        mayKnow("dev.semel.thread");
        mayKnow("dev.semel.time", "dev.semel.thread");
        mayKnow("dev.semel.batch", DOOR, "dev.semel.thread");
        mayKnow("dev.semel.policy", values);
        mayKnow("dev.semel.store", DOOR);
        mayKnow("dev.semel.session", DOOR, "dev.semel.store");
        mayKnow("dev.semel.memory", DOOR, "dev.semel.store", "dev.semel.thread");
        mayKnow("dev.semel.engine.store", DOOR, "dev.semel.store", "dev.semel.time");
        mayKnow(
                "dev.semel.engine.join",
                DOOR,
                "dev.semel.store",
                "dev.semel.time",
                "dev.semel.policy",
                "dev.semel.engine.store");
        classes()
                .that(resideInAPackage(DOOR).and(not(oneOf(FACTORY))).and(not(oneOf(OPERATIONS))))
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage("java..", "org.jspecify.annotations..", "dev.semel.input")
                        .or(resideInAPackage(DOOR).and(not(oneOf(FACTORY))).and(not(oneOf(OPERATIONS)))))
                .because(
                        "all rooms know the values and exceptions of dev.semel, so these know no room: a type that speaks of"
                                + " records belongs in dev.semel.store, of choices in dev.semel.policy, of calls in dev.semel.engine")
                .check(MAIN);
    }

    private static void mayKnow(String room, String... others) {
        classes()
                .that()
                .resideInAPackage(room)
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage("java..", "org.jspecify.annotations..", room)
                        .or(resideInAnyPackage(others).and(not(oneOf(FACTORY))).and(not(oneOf(OPERATIONS)))))
                .because(
                        "dependencies of core point one way: door → engine → call → join → store, all of them → session and"
                                + " policy → dev.semel.store → values; move a class that needs more to the room that may know it")
                .check(MAIN);
    }

    @Test
    @DisplayName("of the engine are used by Semel and OperationBuilder only")
    void engineIsInternal() {
        noClasses()
                .that(not(resideInAPackage("dev.semel.engine..")).and(not(oneOf(FACTORY))))
                .should()
                .dependOnClassesThat(resideInAPackage("dev.semel.engine.."))
                .because(
                        "the engine is not exported: what an application needs belongs in dev.semel, what a store or an"
                                + " adapter needs in dev.semel.session")
                .check(MAIN);
        noClasses()
                .that(not(resideInAnyPackage(DOOR, "dev.semel.policy", "dev.semel.engine..", "dev.semel.input")))
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.semel.input")
                .because("checks of what an application gives are core's own")
                .check(MAIN);
    }

    @Test
    @DisplayName("of the Redis store are used by the Redis store only")
    void redisRoomsAreInternal() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.semel.redis..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.semel.redis.record..", "dev.semel.redis.wire..", "dev.semel.redis.server..")
                .because("they are internal: what an application needs belongs in dev.semel.redis")
                .check(MAIN);
        noClasses()
                .that()
                .resideInAnyPackage("dev.semel.redis.wire..", "dev.semel.redis.server..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.semel.redis.record..", "dev.semel.redis.counter..")
                .because(
                        "what knows records belongs in dev.semel.redis.record, what knows counts in dev.semel.redis.counter")
                .check(MAIN);
    }

    @Test
    @DisplayName("behind the door of the Redis store hide everything that applications do not import")
    void redisDoor() {
        classes()
                .that()
                .resideInAnyPackage("dev.semel.redis", "dev.semel.redis.counter")
                .and()
                .areTopLevelClasses()
                .and(not(belongToAnyOf(RedisStore.class, RedisConcern.class, RedisCounterStore.class)))
                .and(not(belongToAnyOf(RedisLink.class))) // the seam to the counts
                .should()
                .notBePublic()
                .because(
                        "dev.semel.redis and its counter package hold what applications import; anything else belongs in"
                                + " record, wire or server")
                .check(MAIN);
    }

    @Test
    @DisplayName("of the Lambda integration are used by the Lambda integration only, and know no door")
    void lambdaRoomsAreInternal() {
        String[] rooms = {"dev.semel.lambda.event..", "dev.semel.lambda.http..", "dev.semel.lambda.invocation.."};
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.semel.lambda..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(rooms)
                .because("they are internal: what an application needs belongs in dev.semel.lambda")
                .check(MAIN);
        noClasses()
                .that()
                .resideInAnyPackage(rooms)
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.semel.lambda")
                .because("dev.semel.lambda passes what a room needs of it as an argument")
                .check(MAIN);
    }

    @Test
    @DisplayName("of the Spring Boot starter are used by the starter only, and its door knows none of them")
    void bootRoomsAreInternal() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.semel.boot..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.semel.boot.*..")
                .because("they are internal: what an application needs belongs in dev.semel.boot")
                .check(MAIN);
        noClasses()
                .that()
                .resideInAPackage("dev.semel.boot")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.semel.boot.*..")
                .because(
                        "settings and customizers know no wiring: auto-configurations belong in the room that they wire")
                .check(MAIN);
    }

    @Test
    @DisplayName("of the DynamoDB store are used by it and the store of Powertools' items only")
    void dynamoDbRoomsAreInternal() {
        noClasses()
                .that()
                .resideOutsideOfPackages("dev.semel.dynamodb..", "dev.semel.powertools..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.semel.dynamodb.record..", "dev.semel.dynamodb.wire..")
                .because("they are internal: what an application needs belongs in dev.semel.dynamodb")
                .check(MAIN);
        noClasses()
                .that()
                .resideInAPackage("dev.semel.dynamodb.counter..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.semel.dynamodb.record..")
                .because("what records and counts share belongs in dev.semel.dynamodb.wire")
                .check(MAIN);
    }

    @Test
    @DisplayName(
            "behind the doors of the DynamoDB store and of Powertools' items hide everything that applications do not import")
    void dynamoDbDoors() {
        classes()
                .that()
                .resideInAnyPackage("dev.semel.dynamodb", "dev.semel.dynamodb.counter", "dev.semel.powertools")
                .and()
                .areTopLevelClasses()
                .and(not(belongToAnyOf(DynamoDbStore.class, DynamoDbStoreBuilder.class, DynamoDbAddress.class)))
                .and(not(belongToAnyOf(Attribute.class, Writes.class)))
                .and(not(belongToAnyOf(DynamoDbCounterStore.class)))
                .and(not(belongToAnyOf(PowertoolsStore.class, PowertoolsStoreBuilder.class)))
                .should()
                .notBePublic()
                .because("these packages hold what applications import; anything else belongs in"
                        + " dev.semel.dynamodb.record or wire")
                .check(MAIN);
    }

    @Test
    @DisplayName("of the Momento store are used by the Momento store only, and its door has three types")
    void momentoRooms() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.semel.momento..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.semel.momento.record..", "dev.semel.momento.wire..")
                .because("they are internal: what an application needs belongs in dev.semel.momento")
                .check(MAIN);
        classes()
                .that()
                .resideInAPackage("dev.semel.momento")
                .and()
                .areTopLevelClasses()
                .and(not(belongToAnyOf(MomentoStore.class, MomentoStoreBuilder.class, MomentoAddress.class)))
                .should()
                .notBePublic()
                .because("this package holds what applications import")
                .check(MAIN);
    }

    @Test
    @DisplayName("of the servlet filter are used by the servlet filter only, and its door has two types")
    void servletRooms() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.semel.servlet..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.semel.servlet.run..", "dev.semel.servlet.request..", "dev.semel.servlet.response..")
                .because("they are internal: what an application needs belongs in dev.semel.servlet")
                .check(MAIN);
        classes()
                .that()
                .resideInAPackage("dev.semel.servlet")
                .and()
                .areTopLevelClasses()
                .and(not(belongToAnyOf(IdempotencyFilter.class, FormLimits.class)))
                .should()
                .notBePublic()
                .because("dev.semel.servlet holds what applications import; anything else belongs in run, request or"
                        + " response")
                .check(MAIN);
    }

    @Test
    @DisplayName("of the HTTP module are used by the HTTP module only, and HttpGuard alone creates its guard")
    void httpRoomsAreInternal() {
        String[] rooms = {
            "dev.semel.http.guard",
            "dev.semel.http.quota",
            "dev.semel.http.reply",
            "dev.semel.http.request",
            "dev.semel.http.status"
        };
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.semel.http..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.semel.http.path")
                .orShould()
                .dependOnClassesThat()
                .resideInAnyPackage(rooms)
                .because("they are internal: what an application or an adapter needs belongs in dev.semel.http")
                .check(MAIN);
        noClasses()
                .that()
                .resideInAPackage("dev.semel.http")
                .and(not(belongToAnyOf(HttpGuard.class)))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(rooms)
                .because("dev.semel.http holds values and interfaces, which the rooms behind it use")
                .check(MAIN);
    }

    @Test
    @DisplayName(
            "of the Spring module are used by the Spring module only, and EnableIdempotent alone registers its beans")
    void springRoomsAreInternal() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.semel.spring..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.semel.spring.start",
                        "dev.semel.spring.method",
                        "dev.semel.spring.result",
                        "dev.semel.spring.transaction",
                        "dev.semel.spring.webflux")
                .because("they are internal: what an application needs belongs in dev.semel.spring")
                .check(MAIN);
        noClasses()
                .that()
                .resideInAPackage("dev.semel.spring")
                .and(not(belongToAnyOf(EnableIdempotent.class)))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.semel.spring.start", "dev.semel.spring.method", "dev.semel.spring.result")
                .because("dev.semel.spring holds what applications import, which the rooms behind it use")
                .check(MAIN);
    }

    @Test
    @DisplayName("of the SQL store are used by the SQL store only")
    void sqlRoomsAreInternal() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.semel.jdbc..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.semel.jdbc.sql..",
                        "dev.semel.jdbc.record..",
                        "dev.semel.jdbc.connection..",
                        "dev.semel.jdbc.dialect..",
                        "dev.semel.jdbc.database..",
                        "dev.semel.jdbc.batch..",
                        "dev.semel.jdbc.print..")
                .because("they are internal: what an application needs belongs in dev.semel.jdbc")
                .check(MAIN);
        noClasses()
                .that()
                .resideInAPackage("dev.semel.jdbc.counter..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.semel.jdbc.record..",
                        "dev.semel.jdbc.connection..",
                        "dev.semel.jdbc.dialect..",
                        "dev.semel.jdbc.batch..")
                .because(
                        "counts see the database through dev.semel.jdbc.database and dev.semel.jdbc.sql, and no record")
                .check(MAIN);
    }

    @Test
    @DisplayName("behind the door of the SQL store hide everything that applications do not import")
    void sqlDoor() {
        classes()
                .that()
                .resideInAnyPackage("dev.semel.jdbc", "dev.semel.jdbc.counter")
                .and()
                .areTopLevelClasses()
                .and(not(belongToAnyOf(
                        JdbcStore.class,
                        RoutedStore.class,
                        Purger.class,
                        PurgeEvent.class,
                        Purgeable.class,
                        PrivateFile.class,
                        SqlContext.class,
                        SqlTransaction.class,
                        JdbcCounterStore.class)))
                .and(not(belongToAnyOf(CountSql.class))) // the seam to the list of statements
                .should()
                .notBePublic()
                .because(
                        "dev.semel.jdbc and its counter package hold what applications import; anything else belongs in a"
                                + " room behind them")
                .check(MAIN);
    }

    @Test
    @DisplayName("of one database know no other database")
    void dialectsAreApart() {
        slices().matching("dev.semel.jdbc.dialect.(*)..")
                .should()
                .notDependOnEachOther()
                .because("what two databases share belongs in dev.semel.jdbc.dialect")
                .check(MAIN);
    }

    @Test
    @DisplayName("hold about 20 files, and each has a package-info that says where to start reading")
    void size() {
        Map<Path, List<Path>> rooms = Project.files(".java").stream()
                .filter(path -> path.toString().contains("/src/main/java/"))
                .filter(path -> !path.endsWith("module-info.java"))
                .filter(path -> isDivided(packageOf(path)))
                .collect(Collectors.groupingBy(Path::getParent, TreeMap::new, Collectors.toList()));
        assertThat(rooms).isNotEmpty();
        rooms.forEach((room, files) -> {
            assertThat(files)
                    .as("%s is larger than a room: divide it by purpose", Project.ROOT.relativize(room))
                    .hasSizeLessThanOrEqualTo(packageOf(files.get(0)).equals(DOOR) ? LARGEST_DOOR : LARGEST_ROOM);
            Path info = room.resolve("package-info.java");
            assertThat(Files.exists(info) ? Project.text(info).replaceAll("\\s+(\\* )?", " ") : "nothing")
                    .as("%s: what it is for, where to start reading, what it may know", Project.ROOT.relativize(info))
                    .contains("Start reading at")
                    .containsPattern("knows?\\b");
        });
    }

    private static String packageOf(Path source) {
        String path = source.getParent().toString();
        return path.substring(path.indexOf("/src/main/java/") + "/src/main/java/".length())
                .replace('/', '.');
    }
}
