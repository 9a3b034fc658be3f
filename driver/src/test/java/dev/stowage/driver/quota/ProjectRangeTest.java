package dev.stowage.driver.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ProjectRangeTest {
    private static final long FIRST = 0x2000L * ProjectRange.SIZE;

    private final ProjectRange range = new ProjectRange(FIRST);

    @Test
    void theMarkerIsNotForVolumes() {
        assertThat(range.contains(range.marker())).isFalse();
        assertThat(range.free(Set.of(), _ -> true)).hasValue(FIRST + 1);
    }

    @Test
    void idsOfOtherVolumesAndIdsInUseArePassedOver() {
        assertThat(range.free(Set.of(FIRST + 1, FIRST + 3), id -> id != FIRST + 2))
                .hasValue(FIRST + 4);
    }

    @Test
    void anIdThatIsTakenIsNotLookedUp() {
        assertThat(range.free(Set.of(FIRST + 1), id -> {
                    assertThat(id).isNotEqualTo(FIRST + 1);
                    return true;
                }))
                .hasValue(FIRST + 2);
    }

    @Test
    void aFullRangeHasNoMore() {
        assertThat(range.free(Set.of(), _ -> false)).isEmpty();
        assertThat(range.free(Set.of(), id -> id == range.last())).hasValue(range.last());
        assertThat(range.contains(range.last())).isTrue();
        assertThat(range.contains(range.last() + 1)).isFalse();
    }

    @Test
    void randomRangesAreValidAndFarFromTheIdsOfPeople() {
        Random random = new Random(1);
        for (int i = 0; i < 10_000; i++) {
            ProjectRange one = ProjectRange.random(random);
            assertThat(one.first()).isGreaterThanOrEqualTo(1 << 28);
            assertThat(one.last()).isLessThanOrEqualTo(Integer.MAX_VALUE);
        }
    }

    @Test
    void otherNumbersAreRefused() {
        for (long first : new long[] {0, -ProjectRange.SIZE, FIRST + 1, 1L << 31, Long.MAX_VALUE}) {
            assertThatThrownBy(() -> new ProjectRange(first)).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
