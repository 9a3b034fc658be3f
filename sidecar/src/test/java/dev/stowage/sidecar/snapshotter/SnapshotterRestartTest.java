package dev.stowage.sidecar.snapshotter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.csi.v1.CreateSnapshotRequest;
import dev.stowage.csi.v1.DeleteSnapshotRequest;
import dev.stowage.csi.v1.DeleteSnapshotResponse;
import dev.stowage.kube.model.Kinds;
import dev.stowage.sidecar.testing.FakeDriver;
import io.grpc.Status;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Processes that are killed during operations, and many concurrent snapshots: at the end there is exactly one
/// snapshot for each content.
final class SnapshotterRestartTest extends SnapshotterTestCase {
    private final Set<String> storage = ConcurrentHashMap.newKeySet();

    @Override
    void prepare() {
        stage().driver().on("CreateSnapshot", (CreateSnapshotRequest request) -> {
            storage.add("at-" + request.getName());
            return taken(request, true);
        });
        stage().driver().on("DeleteSnapshot", (DeleteSnapshotRequest request) -> {
            storage.remove(request.getSnapshotId());
            return DeleteSnapshotResponse.getDefaultInstance();
        });
    }

    @Test
    void aSnapshotWhoseResponseWasLostIsFoundAgain() throws Exception {
        CountDownLatch dead = new CountDownLatch(1);
        AtomicInteger calls = new AtomicInteger();
        stage().driver().on("CreateSnapshot", (CreateSnapshotRequest request) -> {
            storage.add("at-" + request.getName());
            if (calls.incrementAndGet() == 1) {
                awaitQuietly(dead);
                throw FakeDriver.failure(Status.Code.UNAVAILABLE, "too late");
            }
            return taken(request, true);
        });
        SnapshotterFixture.Actor first = stage().start();
        stage().add("c-1", "taken");
        await().until(() -> calls.get() == 1);
        first.roleContext().driver().close();
        first.snapshotSidecarController().close();
        assertThat(stage().isMarked("c-1")).isTrue();

        stage().start();
        dead.countDown();
        await().until(() -> stage().isReady("c-1") && !stage().isMarked("c-1"));
        assertThat(storage).hasSize(1);
    }

    @Test
    void anUnwantedSnapshotIsNotOrphanedByACrash() throws Exception {
        // As left by a process that ended after the call and before the status update.
        storage.add("at-snapshot-11111111-2222-3333-4444-c-1");
        stage().add("c-1", "taken marked unwanted deleting");
        stage().start();
        await().until(() -> stage().isGone("c-1"));
        assertThat(storage).isEmpty();
    }

    @Test
    void aDeletionThatWasHalfDoneIsFinished() throws Exception {
        // After the snapshot was deleted, but before the status was cleared.
        stage().add("c-1", "taken handle=s-1 ready unwanted deleting");
        // After the status was cleared, but before the finalizer was removed.
        stage().add("c-2", "taken status unwanted deleting");
        stage().start();
        await().until(() -> stage().isGone("c-1") && stage().isGone("c-2"));
        assertThat(stage().driver().<DeleteSnapshotRequest>calls("DeleteSnapshot"))
                .singleElement()
                .satisfies(request -> assertThat(request.getSnapshotId()).isEqualTo("s-1"));
    }

    @Test
    void aReadySnapshotThatIsStillMarkedIsUnmarked() throws Exception {
        stage().add("c-1", "taken marked handle=s-1 ready");
        stage().start();
        await().until(() -> !stage().isMarked("c-1"));
        assertThat(stage().driver().calls("CreateSnapshot")).isEmpty();
    }

    @Test
    void twoHundredSnapshotsComeAndGo() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        stage().driver().on("CreateSnapshot", (CreateSnapshotRequest request) -> {
            storage.add("at-" + request.getName());
            // Every fifth response is lost.
            if (calls.incrementAndGet() % 5 == 0) {
                throw FakeDriver.failure(Status.Code.DEADLINE_EXCEEDED, "lost");
            }
            return taken(request, true);
        });
        stage().start();
        IntStream.range(0, 200).parallel().forEach(i -> unchecked(() -> stage().add("c-" + i, "taken")));
        await().until(() -> stage().names(Kinds.SNAPSHOT_CONTENTS, "readyToUse").size() == 200);
        assertThat(storage).hasSize(200);
        IntStream.range(0, 200)
                .parallel()
                .forEach(i -> unchecked(() -> stage().unwant(Kinds.SNAPSHOT_CONTENTS, "c-" + i)));
        await().until(() -> stage().names(Kinds.SNAPSHOT_CONTENTS, "").isEmpty());
        assertThat(storage).isEmpty();
    }

    @FunctionalInterface
    private interface Deed {
        void run() throws Exception;
    }

    private static void unchecked(Deed deed) {
        try {
            deed.run();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
