package dev.stowage.driver.lvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.driver.volumegroup.CowState;
import dev.stowage.driver.volumegroup.GroupState;
import dev.stowage.driver.volumegroup.LogicalVolume;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.VolumeId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What a start does with the points in time that it finds.
class CowUseTest {

    private static final String COPY = VolumeTags.name(SnapshotId.of("s"));
    private static final String CLONE = VolumeTags.name(VolumeId.of("c"));
    private static final LogicalVolume HALF = volume(COPY, Set.of(VolumeTags.copying()), CowState.UNKNOWN);

    @ParameterizedTest
    @EnumSource(CowState.class)
    void aSnapshotThatIsRecordedAsIncompleteNeedsIt(CowState cowState) {
        assertThat(CowUse.of(group(HALF), cow(COPY, cowState), Set.of(COPY))).isEqualTo(CowUse.NEEDED);
        assertThat(CowUse.of(group(), cow(COPY, cowState), Set.of(COPY)))
                .as("the failure of its copy removes it")
                .isEqualTo(CowUse.NEEDED);
    }

    @Test
    void aHalfCopyWithoutARecordKeepsItAsTheRecordsMayBeLost() {
        assertThat(CowUse.of(group(HALF), cow(COPY, CowState.VALID), Set.of())).isEqualTo(CowUse.UNRECORDED);
        assertThat(CowUse.of(group(HALF), cow(COPY, CowState.UNKNOWN), Set.of("stowage-s-other")))
                .isEqualTo(CowUse.UNRECORDED);
        assertThat(CowUse.of(group(), cow(COPY, CowState.UNKNOWN), Set.of())).isEqualTo(CowUse.UNRECORDED);
    }

    @Test
    void oneThatOverflowedAndHasNoRecordIsSpent() {
        assertThat(CowUse.of(group(HALF), cow(COPY, CowState.INVALID), Set.of()))
                .isEqualTo(CowUse.SPENT);
    }

    @Test
    void aCompleteCopyHasNoUseForIt() {
        LogicalVolume complete = volume(COPY, Set.of(), CowState.UNKNOWN);

        assertThat(CowUse.of(group(complete), cow(COPY, CowState.VALID), Set.of()))
                .isEqualTo(CowUse.SPENT);
    }

    @Test
    void theCloneOfAProcessThatEndedHasNoUseForIt() {
        LogicalVolume half = volume(CLONE, Set.of(VolumeTags.copying()), CowState.UNKNOWN);

        assertThat(CowUse.of(group(half), cow(CLONE, CowState.VALID), Set.of())).isEqualTo(CowUse.SPENT);
        assertThat(CowUse.of(group(), cow(CLONE, CowState.VALID), Set.of())).isEqualTo(CowUse.SPENT);
    }

    @Test
    void oneOfAnotherNameIsLeftAsItIs() {
        for (String name : List.of("backup", "stowage-cow-s-1", VolumeTags.cowName(COPY) + "-old", COPY)) {
            assertThat(CowUse.of(group(HALF), volume(name, Set.of(), CowState.INVALID), Set.of()))
                    .as(name)
                    .isEqualTo(CowUse.UNRECORDED);
        }
    }

    private static GroupState group(LogicalVolume... volumes) {
        return new GroupState(1L << 30, 1L << 30, 0, List.of(volumes));
    }

    private static LogicalVolume cow(String copy, CowState cowState) {
        return volume(VolumeTags.cowName(copy), Set.of(), cowState);
    }

    private static LogicalVolume volume(String name, Set<String> tags, CowState cowState) {
        return new LogicalVolume(
                name,
                4L << 20,
                tags,
                Optional.empty(),
                0,
                0,
                0,
                "",
                Optional.empty(),
                false,
                Optional.of("origin"),
                cowState);
    }
}
