package dev.semel.boot.overview;

import dev.semel.Semel;
import dev.semel.boot.OperationPolicies;
import java.util.Map;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;

/** The overview of one Semel, without an application. */
public final class OverviewFixture {
    private final DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
    private final RecordCount counts;

    /** Creates the overview of an instance. */
    public OverviewFixture(Semel semel) {
        beans.registerSingleton("semel", semel);
        counts = new RecordCount(semel.store());
    }

    /** Returns the overview. */
    public Overview overview() {
        return new Overview(beans, OperationPolicies.of(Map.of()));
    }

    /** Returns the count of records. */
    public RecordCount counts() {
        return counts;
    }
}
