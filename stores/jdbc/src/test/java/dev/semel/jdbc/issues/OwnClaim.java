package dev.semel.jdbc.issues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.semel.Fingerprint;
import dev.semel.StoreException;
import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.Sources;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.Nonce;
import dev.semel.store.RecordId;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A row with the caller's nonce never belongs to another owner. */
abstract class OwnClaim {
    private static final LeaseTerms TERMS = new LeaseTerms(Duration.ofMinutes(5), Duration.ofMinutes(5));

    abstract DataSource pool();

    private static ClaimRequest request() {
        Nonce nonce = new Nonce(UUID.randomUUID().getMostSignificantBits(), 1);
        RecordId id = new RecordId("own.claim", "", UUID.randomUUID().toString());
        return new ClaimRequest(id, Fingerprint.ofParts("r"), () -> nonce, TERMS, true);
    }

    @Test
    @DisplayName("F10 a claim that is sent again while its row is locked is not confirmed, and never busy")
    void locked() throws SQLException {
        DataSource pool = pool();
        JdbcStore store = JdbcStore.builder(pool).createSchema(true).build();
        ClaimRequest request = request();
        assertThat(store.claim(request)).isInstanceOf(ClaimResult.Claimed.class);
        try (Connection other = pool.getConnection()) {
            other.setAutoCommit(false);
            lock(other, request.id());
            for (int i = 0; i < 2; i++) {
                assertThat(catchThrowable(() -> store.claim(request))).isInstanceOf(StoreException.class);
            }
            other.rollback();
        }
        assertThat(store.claim(request)).isInstanceOf(ClaimResult.Claimed.class);
    }

    private static void lock(Connection connection, RecordId id) throws SQLException {
        try (PreparedStatement lock =
                connection.prepareStatement("SELECT state FROM semel_record WHERE digest = ? FOR UPDATE")) {
            lock.setBytes(1, id.digest());
            lock.executeQuery().close();
        }
    }

    @Test
    @DisplayName("F10 a claim that was applied before its time-out was reported belongs to its owner")
    void timedOutAfterItWasApplied() {
        AtomicBoolean late = new AtomicBoolean();
        DataSource pool = pool();
        DataSource slow = Sources.of(() -> lend(pool.getConnection(), late));
        JdbcStore store = JdbcStore.builder(slow).createSchema(true).build();
        ClaimRequest request = request();
        late.set(true);
        ClaimResult claimed = null;
        for (int i = 0; i < 3 && claimed == null; i++) {
            try {
                claimed = store.claim(request);
            } catch (StoreException e) {
                assertThat(late).as("applied, and reported as too late").isFalse();
            }
        }
        assertThat(claimed).isInstanceOf(ClaimResult.Claimed.class);
        assertThat(late).isFalse();
    }

    private static Connection lend(Connection connection, AtomicBoolean late) {
        return Sources.around(connection, (method, original) -> {
            Object result = original.run();
            return method.equals("prepareStatement") ? tooLate((PreparedStatement) result, late) : result;
        });
    }

    /** Returns a statement that behaves like Connector/J's if its timer fires while the reply is in flight. */
    private static PreparedStatement tooLate(PreparedStatement statement, AtomicBoolean late) {
        return (PreparedStatement) Proxy.newProxyInstance(
                OwnClaim.class.getClassLoader(), new Class<?>[] {PreparedStatement.class}, (proxy, method, args) -> {
                    Object result;
                    try {
                        result = method.invoke(statement, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                    if (method.getName().startsWith("execute") && late.compareAndSet(true, false)) {
                        throw new SQLTimeoutException("the statement was cancelled, or not");
                    }
                    return result;
                });
    }
}
