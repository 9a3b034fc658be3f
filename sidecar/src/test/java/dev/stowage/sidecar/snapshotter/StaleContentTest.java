package dev.stowage.sidecar.snapshotter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.Kinds;
import dev.stowage.sidecar.testing.FakeDriver;
import io.grpc.Status;
import org.junit.jupiter.api.Test;

/// The cache still has the policy Delete.
final class StaleContentTest extends SnapshotterTestCase {
    @Test
    void aSnapshotThatIsRetainedNowIsNotDeleted() throws Exception {
        stage().add("c-1", "taken handle=s-1 ready");
        var actor = stage().start();
        stage().driver().on("DeleteSnapshot", _ -> {
            actor.roleContext().informers().close();
            retain("c-1");
            throw FakeDriver.failure(Status.Code.FAILED_PRECONDITION, "in use");
        });
        stage().unwant(Kinds.SNAPSHOT_CONTENTS, "c-1");
        await().until(() -> stage().isGone("c-1"));
        assertThat(stage().driver().calls("DeleteSnapshot")).hasSize(1);
    }

    private void retain(String content) {
        var change = Json.object();
        change.putObject("spec").put("deletionPolicy", "Retain");
        try {
            server().api().patch(Kinds.SNAPSHOT_CONTENTS, "", content, Patch.merge(change));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
