package dev.stowage.sidecar.snapshotter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.csi.StatusCodes;
import dev.stowage.csi.v1.CreateSnapshotRequest;
import dev.stowage.csi.v1.DeleteSnapshotRequest;
import dev.stowage.csi.v1.DeleteSnapshotResponse;
import dev.stowage.kube.model.Kinds;
import dev.stowage.sidecar.testing.FakeDriver;
import io.grpc.Status;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Failures, how they are reported, and retries.
final class SnapshotFailureTest extends SnapshotterTestCase {
    @ParameterizedTest
    @EnumSource(
            value = Status.Code.class,
            names = {"CANCELLED", "DEADLINE_EXCEEDED", "UNAVAILABLE", "ABORTED", "RESOURCE_EXHAUSTED"})
    void anUncertainFailureKeepsTheMarkAndTheContent(Status.Code code) throws Exception {
        AtomicInteger failures = new AtomicInteger();
        stage().driver().on("CreateSnapshot", _ -> {
            failures.incrementAndGet();
            throw FakeDriver.failure(code, "boom");
        });
        stage().start();
        stage().add("c-1", "taken");
        await().until(() -> stage().status("c-1").has("error"));
        stage().unwant(Kinds.SNAPSHOT_CONTENTS, "c-1");
        int seen = failures.get();
        await().until(() -> failures.get() > seen + 1);
        assertThat(stage().isMarked("c-1")).isTrue();
        assertThat(stage().driver().calls("DeleteSnapshot")).isEmpty();

        // The snapshot is found, and deleted with its content.
        stage().driver().on("CreateSnapshot", (CreateSnapshotRequest request) -> taken(request, false));
        await().until(() -> stage().isGone("c-1"));
        assertThat(stage().driver().<DeleteSnapshotRequest>calls("DeleteSnapshot"))
                .singleElement()
                .satisfies(request ->
                        assertThat(request.getSnapshotId()).isEqualTo("at-snapshot-11111111-2222-3333-4444-c-1"));
    }

    @ParameterizedTest
    @EnumSource(
            value = Status.Code.class,
            names = {
                "UNKNOWN",
                "INVALID_ARGUMENT",
                "NOT_FOUND",
                "ALREADY_EXISTS",
                "PERMISSION_DENIED",
                "FAILED_PRECONDITION",
                "OUT_OF_RANGE",
                "UNIMPLEMENTED",
                "INTERNAL",
                "DATA_LOSS",
                "UNAUTHENTICATED"
            })
    void aFinalFailureTakesTheMarkAway(Status.Code code) throws Exception {
        AtomicInteger failures = new AtomicInteger();
        stage().driver().on("CreateSnapshot", _ -> {
            failures.incrementAndGet();
            throw FakeDriver.failure(code, "boom \"x\"");
        });
        stage().start();
        stage().add("c-1", "taken");
        await().until(() -> stage().status("c-1").has("error") && !stage().isMarked("c-1"));
        assertThat(stage().isReady("c-1")).isFalse();
        await().until(() -> failures.get() > 2);
        String name = StatusCodes.name(code);
        assertThat(stage().status("c-1").path("error").path("message").asText())
                .endsWith("failed to take snapshot of the volume volume-1: \"rpc error: code = " + name
                        + " desc = boom \\\"x\\\"\"");
        await().until(() -> stage().events("c-1").stream()
                .anyMatch(event -> event.startsWith("SnapshotCreationFailed: Failed to create snapshot: failed to")));
        stage().unwant(Kinds.SNAPSHOT_CONTENTS, "c-1");
        await().until(() -> stage().isGone("c-1"));
        assertThat(stage().driver().calls("DeleteSnapshot")).isEmpty();
    }

    @Test
    void aSnapshotThatComesAfterFailuresClearsTheError() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        stage().driver().on("CreateSnapshot", (CreateSnapshotRequest request) -> {
            if (calls.incrementAndGet() < 3) {
                throw FakeDriver.failure(Status.Code.INTERNAL, "not today");
            }
            return taken(request, true);
        });
        stage().start();
        stage().add("c-1", "taken");
        await().until(() -> stage().isReady("c-1"));
        assertThat(stage().status("c-1").has("error")).isFalse();
    }

    @Test
    void aFailedDeletionIsReportedAndRetried() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        stage().driver().on("DeleteSnapshot", _ -> {
            if (calls.incrementAndGet() < 3) {
                throw FakeDriver.failure(Status.Code.FAILED_PRECONDITION, "in use");
            }
            return DeleteSnapshotResponse.getDefaultInstance();
        });
        stage().add("c-1", "taken handle=s-1 ready deleting unwanted");
        stage().start();
        await().until(() -> stage().isGone("c-1"));
        await().until(() -> stage().events("c-1").contains("SnapshotDeleteError: Failed to delete snapshot"));
        assertThat(calls).hasValue(3);
    }

    @Test
    void aDeletionWithoutItsSecretWaitsForIt() throws Exception {
        stage().add("c-1", "taken handle=s-1 ready secret deleting unwanted");
        stage().start();
        await().until(() -> stage().events("c-1").contains("SnapshotDeleteError: Failed to get snapshot credentials"));
        assertThat(stage().driver().calls("DeleteSnapshot")).isEmpty();
        stage().addSecret("vault", "key", "password", "xyz");
        await().until(() -> stage().isGone("c-1"));
    }

    @Test
    void aContentWithoutItsClassGetsAnError() throws Exception {
        stage().start();
        stage().add("c-1", "taken class=late");
        stage().add("c-2", "taken classless");
        await().until(() ->
                stage().status("c-1").has("error") && stage().status("c-2").has("error"));
        assertThat(stage().status("c-1").path("error").path("message").asText())
                .endsWith(": failed to get input parameters to create snapshot for content"
                        + " c-1: \"volumesnapshotclass.snapshot.storage.k8s.io \\\"late\\\" not found\"");
        assertThat(stage().status("c-2").path("error").path("message").asText())
                .contains("failed to take snapshot c-2 without a snapshot class");
        assertThat(stage().isMarked("c-1")).isFalse();
        stage().addClass(Kinds.SNAPSHOT_CLASSES, "late", "{}");
        await().until(() -> stage().isReady("c-1"));
    }

    @Test
    void anUnknownParameterDoesNotHoldTheContent() throws Exception {
        stage().addClass(Kinds.SNAPSHOT_CLASSES, "odd", "{\"csi.storage.k8s.io/colour\":\"red\"}");
        stage().start();
        stage().add("c-1", "taken class=odd");
        await().until(() -> stage().status("c-1").has("error"));
        stage().unwant(Kinds.SNAPSHOT_CONTENTS, "c-1");
        await().until(() -> stage().isGone("c-1"));
        assertThat(stage().driver().calls("CreateSnapshot")).isEmpty();
    }
}
