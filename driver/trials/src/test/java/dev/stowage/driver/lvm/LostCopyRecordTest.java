package dev.stowage.driver.lvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.driver.backend.SnapshotMeta;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.device.CheckpointListener.Checkpoint;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.SnapshotId;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Snapshots of thick volumes whose records were lost while they were copied.
@Tag("lab")
class LostCopyRecordTest {

    @RegisterExtension
    final LvmFixture pool = new LvmFixture(false, Bytes.mebi(320));

    private final VolumeMeta raw = LvmFixture.volume("v", Bytes.mebi(64), "");
    private final SnapshotId snapshot = SnapshotId.of("s");

    @Test
    void aPointInTimeWithoutARecordIsKeptAndTheRefusalSaysHowToRemoveIt() throws Exception {
        dieAt(Checkpoint.IMAGE_FILLED);
        pool.records().remove(snapshot);

        ThickCalls restarted = new ThickCalls(pool, pool.backend());
        restarted.backend().recover();

        String cow = VolumeTags.cowName(VolumeTags.name(snapshot));
        String command = "lvremove %s/%s".formatted(pool.group().name(), cow);
        assertThatThrownBy(() -> restarted.backend().delete(raw.id()))
                .hasMessageContaining(command)
                .isInstanceOfSatisfying(
                        CsiException.class, e -> assertThat(e.code()).isEqualTo(CsiCode.FAILED_PRECONDITION));
        assertThatThrownBy(() -> restarted.backend().expand(raw, Bytes.mebi(96)))
                .hasMessageContaining(command);
        restarted.mustHaveOnly(VolumeTags.name(raw.id()), VolumeTags.name(snapshot), cow);

        pool.group().lvm("lvremove", "--yes", pool.group().name() + "/" + cow);
        restarted.backend().delete(raw.id());
        restarted.mustHaveOnly(VolumeTags.name(snapshot));
    }

    @Test
    void thePointInTimeOfACompleteCopyIsRemovedAtTheStart() throws Exception {
        dieAt(Checkpoint.COPIED);
        SnapshotMeta incomplete = pool.records().find(snapshot).orElseThrow();
        pool.records().write(incomplete.asComplete()); // as an adoption does

        ThickCalls restarted = new ThickCalls(pool, pool.backend());
        restarted.backend().recover();

        restarted.mustHaveOnly(VolumeTags.name(raw.id()), VolumeTags.name(snapshot));
        restarted.backend().delete(raw.id());
    }

    private void dieAt(Checkpoint last) throws Exception {
        CompletableFuture<Void> died = new CompletableFuture<>();
        ThickCalls dying = new ThickCalls(pool, pool.backend(checkpoint -> {
            if (checkpoint == last && Thread.currentThread().getName().startsWith("copy of")) {
                died.complete(null);
                throw new DriverDeath();
            }
        }));
        dying.staged(raw);
        dying.snapshot(raw, snapshot);
        died.join();
        dying.unstage(raw);
    }
}
