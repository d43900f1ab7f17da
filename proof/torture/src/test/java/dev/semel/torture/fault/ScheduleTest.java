package dev.semel.torture.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("torture")
@DisplayName("the schedule of faults")
class ScheduleTest {
    private static final Set<RigFault> ALL = EnumSet.allOf(RigFault.class);

    @Test
    @DisplayName("is the same for the same seed, and another one for another")
    void bySeed() {
        List<Schedule.Planned> one = Schedule.of(1, Duration.ofMinutes(2), ALL, 1);

        assertThat(Schedule.of(1, Duration.ofMinutes(2), ALL, 1)).isEqualTo(one);
        assertThat(Schedule.of(2, Duration.ofMinutes(2), ALL, 1)).isNotEqualTo(one);
    }

    @Test
    @DisplayName("has every fault that is possible, and no other, in the shortest run, while there is time for it")
    void everyFault() {
        Set<RigFault> some = EnumSet.of(RigFault.KILL, RigFault.CRASH_SERVER);

        for (int seed = 0; seed < 500; seed++) {
            List<Schedule.Planned> planned = Schedule.of(seed, Duration.ofSeconds(4), some, 1.5);
            assertThat(planned).extracting(Schedule.Planned::fault).isSubsetOf(some);
            assertThat(planned)
                    .filteredOn(each -> each.atMillis() <= 3_200)
                    .extracting(Schedule.Planned::fault)
                    .containsAll(some);
        }
    }

    @Test
    @DisplayName("has what docs/proof/torture.md promises for a quarter of an hour")
    void enough() {
        List<Schedule.Planned> quarter = Schedule.of(3, Duration.ofMinutes(15), ALL, 1);

        assertThat(quarter)
                .filteredOn(each -> each.fault().lane() == RigFault.Lane.KILLS)
                .hasSizeGreaterThan(300);
        assertThat(quarter)
                .filteredOn(each -> each.fault().lane() == RigFault.Lane.PAUSES)
                .hasSizeGreaterThan(300);
        assertThat(quarter)
                .filteredOn(each -> each.fault() == RigFault.LOSE_REPLY)
                .hasSizeGreaterThan(1_000);
    }
}
