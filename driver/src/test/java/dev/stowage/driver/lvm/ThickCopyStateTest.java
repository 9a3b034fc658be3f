package dev.stowage.driver.lvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.driver.volumegroup.CowState;
import dev.stowage.driver.volumegroup.GroupState;
import dev.stowage.driver.volumegroup.LogicalVolume;
import dev.stowage.sdk.SnapshotId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What a start finds of a copy that was interrupted.
class ThickCopyStateTest {

    private static final String COPY = VolumeTags.name(SnapshotId.of("s"));

    @Test
    void aCopyIsCompleteWhenItsTagIsGoneWhateverElseIsThere() {
        assertThat(state(volume(COPY, false))).isEqualTo(new ThickCopyState.Copied());
        assertThat(state(volume(COPY, false), cow(CowState.INVALID))).isEqualTo(new ThickCopyState.Copied());
    }

    @ParameterizedTest
    @EnumSource(
            value = CowState.class,
            names = {"UNKNOWN", "VALID"})
    void aHalfCopyIsRepeatedFromItsPointInTime(CowState cowState) {
        assertThat(state(volume(COPY, true), cow(cowState))).isEqualTo(new ThickCopyState.Copying());
    }

    @Test
    void aHalfCopyWithoutItsPointInTimeIsLost() {
        assertThat(state(volume(COPY, true))).isInstanceOf(ThickCopyState.Lost.class);
        assertThat(state(cow(CowState.VALID))).isInstanceOf(ThickCopyState.Lost.class);
        assertThat(state()).isInstanceOf(ThickCopyState.Lost.class);
    }

    @Test
    void aPointInTimeThatWasOverwrittenSaysWhatToDo() {
        assertThat(state(volume(COPY, true), cow(CowState.INVALID)))
                .isInstanceOfSatisfying(
                        ThickCopyState.Lost.class,
                        lost -> assertThat(lost.why()).contains("cowSize"));
    }

    @Test
    void theSnapshotOfAnotherCopyIsNotItsPointInTime() {
        LogicalVolume other = cow(VolumeTags.cowName(VolumeTags.name(SnapshotId.of("t"))), CowState.VALID);

        assertThat(state(volume(COPY, true), other)).isInstanceOf(ThickCopyState.Lost.class);
    }

    private static ThickCopyState state(LogicalVolume... volumes) {
        return ThickCopyState.of(new GroupState(1L << 30, 1L << 30, 0, List.of(volumes)), COPY);
    }

    private static LogicalVolume volume(String name, boolean isCopying) {
        Set<String> tags = isCopying ? Set.of(VolumeTags.copying()) : Set.of();
        return volume(name, tags, Optional.empty(), CowState.UNKNOWN);
    }

    private static LogicalVolume cow(CowState cowState) {
        return cow(VolumeTags.cowName(COPY), cowState);
    }

    private static LogicalVolume cow(String name, CowState cowState) {
        return volume(name, Set.of(), Optional.of("origin"), cowState);
    }

    private static LogicalVolume volume(String name, Set<String> tags, Optional<String> origin, CowState cowState) {
        return new LogicalVolume(
                name, 4L << 20, tags, Optional.empty(), 0, 0, 0, "", Optional.empty(), false, origin, cowState);
    }
}
