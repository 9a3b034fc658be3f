package dev.stowage.sidecar.snapshotter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.csi.v1.ControllerServiceCapability.RPC;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.Kinds;
import dev.stowage.sidecar.RoleContext;
import dev.stowage.sidecar.testing.FakeDriver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Snapshots of a driver that cannot take any.
final class UnsupportedSnapshotTest extends SnapshotterTestCase {
    private RoleContext context;
    private UnsupportedSnapshotController controller;

    @BeforeEach
    void start() throws Exception {
        stage().driver().controller(RPC.Type.CREATE_DELETE_VOLUME);
        context = server().shared(stage().driver());
        controller = new UnsupportedSnapshotController(context);
        context.informers().start();
        controller.start();
    }

    @AfterEach
    void stop() {
        controller.close();
        context.informers().close();
        context.events().close();
        context.driver().close();
    }

    private String error(String content) {
        return stage().status(content).path("error").path("message").asText();
    }

    @Test
    void aContentGetsAnErrorAndCanBeDeleted() throws Exception {
        stage().add("c-1", "taken");
        String message = "Failed to create snapshot: failed to take snapshot of the volume volume-1: \"CSI driver "
                + FakeDriver.NAME + " does not support ControllerCreateSnapshot\"";
        await().until(() -> error("c-1").equals(message));
        await().until(() -> stage().events("c-1").contains("SnapshotCreationFailed: " + message));
        stage().unwant(Kinds.SNAPSHOT_CONTENTS, "c-1");
        await().until(() -> stage().isGone("c-1"));
        assertThat(stage().driver().calls("CreateSnapshot")).isEmpty();
        assertThat(stage().driver().calls("DeleteSnapshot")).isEmpty();
    }

    @Test
    void aContentWrittenByHandGetsAnErrorAndCanBeDeleted() throws Exception {
        stage().add("c-1", "given");
        await().until(() -> error("c-1").endsWith(FakeDriver.NAME + " does not support ControllerCreateSnapshot"));
        stage().unwant(Kinds.SNAPSHOT_CONTENTS, "c-1");
        await().until(() -> stage().isGone("c-1"));
    }

    @Test
    void aSnapshotThatExistsIsNotForgotten() throws Exception {
        stage().add("c-1", "taken handle=s-1 ready");
        stage().unwant(Kinds.SNAPSHOT_CONTENTS, "c-1");
        await().until(() -> stage().events("c-1").contains("SnapshotDeleteError: Failed to delete snapshot"));
        assertThat(stage().isGone("c-1")).isFalse();
        var change = Json.object();
        change.putObject("spec").put("deletionPolicy", "Retain");
        server().api().patch(Kinds.SNAPSHOT_CONTENTS, "", "c-1", Patch.merge(change));
        await().until(() -> stage().isGone("c-1"));
    }

    @Test
    void contentsOfOtherDriversAreLeftAlone() throws Exception {
        stage().add("c-1", "taken driver=other");
        stage().add("c-2", "taken");
        await().until(() -> !error("c-2").isEmpty());
        assertThat(stage().get("c-1").has("status")).isFalse();
    }
}
