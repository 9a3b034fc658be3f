package dev.stowage.driver.btrfs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.linux.btrfs.BtrfsSubvolume;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// When unchanged inodes say that files are the same.
final class SubvolumeLineageTest {

    private static final UUID VOLUME = new UUID(1, 1);
    private static final UUID OTHER = new UUID(2, 2);

    private static BtrfsSubvolume subvolume(UUID uuid, boolean readOnly, long madeIn, Optional<UUID> parent) {
        return new BtrfsSubvolume(256, readOnly, madeIn, Instant.EPOCH, uuid, parent);
    }

    private final BtrfsSubvolume volume = subvolume(VOLUME, false, 5, Optional.empty());
    private final BtrfsSubvolume first = subvolume(new UUID(3, 3), true, 10, Optional.of(VOLUME));
    private final BtrfsSubvolume second = subvolume(new UUID(4, 4), true, 20, Optional.of(VOLUME));

    @Test
    void aVolumeHasChangedSinceItsSnapshot() {
        assertThat(SubvolumeLineage.commonUntil(first, volume)).hasValue(10);
        assertThat(SubvolumeLineage.commonUntil(first, second)).hasValue(10);
    }

    @Test
    void aCopyHasChangedSinceItWasMade() {
        BtrfsSubvolume incoming = subvolume(OTHER, false, 30, Optional.of(VOLUME));

        assertThat(SubvolumeLineage.commonUntil(volume, incoming)).hasValue(30);
    }

    @Test
    void aVolumeThatWasCreatedAgainHasNothingInCommon() {
        BtrfsSubvolume again = subvolume(OTHER, false, 7, Optional.empty());
        BtrfsSubvolume clone = subvolume(OTHER, false, 7, Optional.of(new UUID(9, 9)));

        assertThat(SubvolumeLineage.commonUntil(first, again)).isEmpty();
        assertThat(SubvolumeLineage.commonUntil(first, clone)).isEmpty();
    }

    @Test
    void aSnapshotThatCanBeWrittenProvesNothing() {
        BtrfsSubvolume writable = subvolume(new UUID(3, 3), false, 10, Optional.of(VOLUME));

        assertThat(SubvolumeLineage.commonUntil(writable, volume)).isEmpty();
    }
}
