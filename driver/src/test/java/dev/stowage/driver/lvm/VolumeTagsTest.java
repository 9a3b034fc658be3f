package dev.stowage.driver.lvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.driver.backend.BackendKind;
import dev.stowage.driver.backend.SnapshotMeta;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.volumegroup.CowState;
import dev.stowage.driver.volumegroup.LogicalVolume;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.VolumeId;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// What the names and tags of logical volumes say when the records are lost.
class VolumeTagsTest {

    private static final SnapshotId ID = SnapshotId.of("s");
    private static final VolumeId OF = VolumeId.of("v");

    private final VolumeTags tags = new VolumeTags("owner-1");
    private final SnapshotMeta snapshot = new SnapshotMeta(ID, OF, Bytes.mebi(4), "ext4", false, Instant.EPOCH, true);

    @Test
    void aHalfCopyIsNotTakenForASnapshot() {
        Set<String> half = new HashSet<>(tags.of(snapshot));
        assertThat(VolumeTags.isComplete(volume(VolumeTags.name(ID), half))).isTrue();

        half.add(VolumeTags.copying());

        assertThat(VolumeTags.isComplete(volume(VolumeTags.name(ID), half))).isFalse();
    }

    @Test
    void aPointInTimeIsOursAndNeverASnapshotOrAVolume() {
        List<String> ofCow = tags.ofCow(OF);
        LogicalVolume cow = volume(VolumeTags.cowName(VolumeTags.name(ID)), Set.copyOf(ofCow));

        assertThat(tags.isOurs(cow)).isTrue();
        assertThat(VolumeTags.isComplete(cow)).isFalse();
        assertThat(VolumeTags.takenOf(cow)).contains(OF);
    }

    @Test
    void aCopyFromAnotherNodeIsNoVolumeUntilItHasTheNameOfOne() {
        VolumeMeta meta =
                new VolumeMeta(OF, BackendKind.LVM, Bytes.mebi(4), "ext4", false, false, true, false, Map.of());
        Set<String> ofVolume = Set.copyOf(tags.of(meta));

        assertThat(VolumeTags.isComplete(volume(VolumeTags.receivedName(OF), ofVolume)))
                .isFalse();
        assertThat(VolumeTags.isComplete(volume(VolumeTags.incomingName(OF), ofVolume)))
                .isFalse();
        assertThat(VolumeTags.isComplete(volume(VolumeTags.name(OF), ofVolume))).isTrue();
    }

    @Test
    void pointsInTimeOfASnapshotAndAVolumeHaveDifferentNames() {
        assertThat(VolumeTags.cowName(VolumeTags.name(SnapshotId.of("x"))))
                .startsWith("stowage-cow-s-")
                .isNotEqualTo(VolumeTags.cowName(VolumeTags.name(VolumeId.of("x"))));
    }

    private static LogicalVolume volume(String name, Set<String> tags) {
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
                Optional.empty(),
                CowState.UNKNOWN);
    }
}
