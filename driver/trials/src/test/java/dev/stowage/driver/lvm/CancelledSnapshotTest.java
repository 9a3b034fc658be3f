package dev.stowage.driver.lvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.device.CheckpointListener.Checkpoint;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.SnapshotId;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Snapshots of thick volumes whose caller goes away before they are recorded.
@Tag("lab")
class CancelledSnapshotTest {

    @RegisterExtension
    final LvmFixture pool = new LvmFixture(false, Bytes.mebi(320));

    private final VolumeMeta raw = LvmFixture.volume("v", Bytes.mebi(64), "");
    private final SnapshotId snapshot = SnapshotId.of("s");

    @ParameterizedTest
    @EnumSource(
            value = Checkpoint.class,
            names = {"IMAGE_MADE", "CLONED"})
    void nothingIsLeftOfASnapshotWhoseCallerWasCancelled(Checkpoint last) throws Exception {
        Thread caller = Thread.currentThread();
        ThickCalls volumes = new ThickCalls(pool, pool.backend());
        volumes.staged(raw);
        volumes.unstage(raw);
        ThickCalls cancelled = new ThickCalls(pool, pool.backend(checkpoint -> {
            if (checkpoint == last) {
                caller.interrupt();
            }
        }));

        try {
            assertThatThrownBy(() -> cancelled.snapshot(raw, snapshot)).isInstanceOf(IOException.class);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }

        volumes.mustHaveOnly(VolumeTags.name(raw.id()));
        assertThat(pool.records().snapshotIds()).isEmpty();
        volumes.backend().delete(raw.id());
    }

    @Test
    void itCanBeTakenAgain() throws Exception {
        Thread caller = Thread.currentThread();
        ThickCalls cancelled = new ThickCalls(pool, pool.backend(checkpoint -> {
            if (checkpoint == Checkpoint.CLONED) {
                caller.interrupt();
            }
        }));
        cancelled.staged(raw);
        assertThatThrownBy(() -> cancelled.snapshot(raw, snapshot)).isInstanceOf(IOException.class);
        assertThat(Thread.interrupted()).isTrue();

        ThickCalls again = new ThickCalls(pool, pool.backend());
        again.snapshot(raw, snapshot);
        again.awaitComplete(snapshot);

        again.mustHaveOnly(VolumeTags.name(raw.id()), VolumeTags.name(snapshot));
    }
}
