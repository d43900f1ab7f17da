package dev.semel.boot.actuator;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.boot.OperationPolicies;
import dev.semel.boot.overview.OverviewFixture;
import dev.semel.jdbc.JdbcStore;
import dev.semel.memory.MemoryStore;
import dev.semel.policy.Policies;
import dev.semel.store.RecordId;
import dev.semel.store.Store;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.audit.AuditEvent;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.boot.actuate.endpoint.SecurityContext;

@DisplayName("the Actuator endpoint")
class RecordDeskTest {
    private final Store store = MemoryStore.create();
    private final List<AuditEvent> audited = new ArrayList<>();
    private final Semel semel = Semel.on(store);
    private final SemelEndpoint endpoint =
            endpoint(semel, new RecordAudit(event -> audited.add(((AuditApplicationEvent) event).getAuditEvent())));
    private final Operation<String> payments = semel.operation("payments.create", Codec.text())
            .afterAbandonment(Policies.hold())
            .build();

    private static SemelEndpoint endpoint(Semel semel, RecordAudit audit) {
        OverviewFixture facts = new OverviewFixture(semel);
        return new SemelEndpoint(
                new Listing(facts.overview(), facts.counts()),
                new RecordDesk(semel.store()),
                OperationPolicies.of(Map.of()),
                audit);
    }

    private static SemelRecordsEndpoint records(Semel semel) {
        return new SemelRecordsEndpoint(semel.store(), new Absence(new OverviewFixture(semel).overview()));
    }

    private void leaveInDoubt() {
        try {
            payments.once("k", "request", () -> {
                throw new IllegalStateException("unknown outcome");
            });
        } catch (IllegalStateException e) {
            // As intended.
        }
        assertThat(payments.attempt("k", "request", context -> "no")).isInstanceOf(Outcome.InDoubt.class);
    }

    private String end(String action, String mediaType, String result) {
        return String.valueOf(
                endpoint.end("payments.create", null, "k", action, mediaType, result, null, SecurityContext.NONE)
                        .get("outcome"));
    }

    @Test
    @DisplayName("settles a record that is in doubt, and the next call gets its result")
    void settles() {
        leaveInDoubt();
        assertThat(end("settle", Codec.text().mediaType(), "receipt 17")).isEqualTo("settled");
        assertThat(payments.once("k", "request", () -> "no")).isEqualTo("receipt 17");
    }

    @Test
    @DisplayName("releases a record that is in doubt, and the next call runs")
    void releases() {
        leaveInDoubt();
        assertThat(end("release", null, null)).isEqualTo("released");
        assertThat(payments.once("k", "request", () -> "ran")).isEqualTo("ran");
    }

    @Test
    @DisplayName("leaves a record unchanged that has an owner or a result")
    void leavesAlone() {
        assertThat(end("release", null, null)).isEqualTo("not found");
        payments.once("k", "request", () -> {
            assertThat(end("release", null, null)).isEqualTo("left alone: its owner is alive");
            return "mine";
        });
        assertThat(end("settle", Codec.text().mediaType(), "other")).isEqualTo("left alone: it has a result");
        assertThat(payments.once("k", "request", () -> "no")).isEqualTo("mine");
    }

    @Test
    @DisplayName("counts the records by state, and shows one without its result")
    void shows() {
        payments.once("k", "request", () -> "secret");
        assertThat(endpoint.overview(null).get("records").toString()).contains("?count=true");
        assertThat(endpoint.overview(true).get("records").toString()).contains("completed=1");
        assertThat(endpoint.overview(null).get("records").toString()).contains("completed=1");
        SemelRecordsEndpoint records = records(semel);
        assertThat(records.find("payments.create", null, "k").getBody())
                .containsEntry("state", "completed")
                .doesNotContainValue("secret");
        assertThat(records.find("payments.create", "other", "k").getStatus()).isEqualTo(404);
    }

    @Test
    @DisplayName("distinguishes a wrong scope or key from an operation that the application does not have")
    void absent() {
        payments.once("k", "request", () -> "secret");
        assertThat(reason(records(semel).find("payments.create", "other", "k").getBody()))
                .contains("the operation exists")
                .contains("this scope and key");
        assertThat(reason(records(semel).find("payments.create", null, "other").getBody()))
                .contains("no scope was given");
        assertThat(reason(records(semel).find("payments.crate", null, "k").getBody()))
                .contains("no operation of that name; it has payments.create");
        assertThat(reason(endpoint.end("payments.crate", null, "k", "release", null, null, null, SecurityContext.NONE)))
                .contains("no operation of that name");
    }

    private static String reason(Map<String, Object> answer) {
        return String.valueOf(answer.get("reason"));
    }

    @Test
    @DisplayName("A29 leaves an unreadable record unchanged, and reports why it is unreadable")
    void unreadable() throws SQLException {
        try (HikariDataSource pool = new HikariDataSource()) {
            pool.setJdbcUrl("jdbc:h2:mem:desk;DB_CLOSE_DELAY=-1");
            Store damaged = JdbcStore.builder(pool).createSchema(true).build();
            Semel onDamaged = Semel.on(damaged);
            onDamaged.operation("payments.create", Codec.text()).build().once("k", "request", () -> "secret");
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.executeUpdate("UPDATE semel_record SET media_type = 'text/html'");
            }
            assertThat(records(onDamaged).find("payments.create", null, "k").getBody())
                    .containsEntry("state", "unreadable")
                    .hasEntrySatisfying(
                            "reason",
                            reason -> assertThat(reason.toString())
                                    .contains("does not match its checksum")
                                    .doesNotContain("secret"));
            SemelEndpoint desk = endpoint(onDamaged, new RecordAudit(event -> {}));
            for (String action : List.of("release", "settle")) {
                assertThat(desk.end(
                                "payments.create", null, "k", action, "text/plain", "x", null, SecurityContext.NONE))
                        .hasEntrySatisfying(
                                "outcome",
                                outcome -> assertThat(outcome.toString()).contains("left alone: unreadable"));
            }
        }
    }

    @Test
    @DisplayName("raises an audit event for each action, with the record's digest, without its key and result")
    void audits() {
        leaveInDoubt();
        end("settle", Codec.text().mediaType(), "receipt 17");
        end("release", null, null);
        assertThat(audited).extracting(AuditEvent::getType).containsExactly("SEMEL_SETTLE", "SEMEL_RELEASE");
        String record = new RecordId("payments.create", "", "k").toString();
        assertThat(audited.get(0).getData())
                .isEqualTo(Map.of("operation", "payments.create", "record", record, "outcome", "settled"));
        assertThat(audited.get(1).getData()).containsEntry("outcome", "left alone: it has a result");
    }
}
