package dev.stowage.sidecar.snapshotter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.csi.v1.CreateSnapshotRequest;
import dev.stowage.csi.v1.CreateVolumeGroupSnapshotResponse;
import dev.stowage.csi.v1.GroupControllerServiceCapability;
import dev.stowage.csi.v1.PluginCapability.Service;
import dev.stowage.csi.v1.Snapshot;
import dev.stowage.csi.v1.VolumeGroupSnapshot;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.VolumeGroupSnapshotContent;
import dev.stowage.kube.model.VolumeSnapshotClass;
import dev.stowage.sidecar.testing.SidecarFixture;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Clusters without some of the CRDs.
final class MissingCrdTest {
    @TempDir
    private Path folder;

    private SidecarFixture server;
    private SnapshotterFixture stage;

    @BeforeEach
    void open() throws Exception {
        server = new SidecarFixture(folder);
        stage = new SnapshotterFixture(server, folder);
        stage.driver()
                .on("CreateSnapshot", (CreateSnapshotRequest request) -> SnapshotterTestCase.taken(request, true));
        stage.undefine(Kinds.GROUP_SNAPSHOT_CONTENTS);
        stage.undefine(Kinds.GROUP_SNAPSHOT_CLASSES);
    }

    @AfterEach
    void close() throws Exception {
        stage.close();
        server.close();
    }

    @Test
    void snapshotsWaitForTheirDefinitionsAndNeedNoGroups() throws Exception {
        stage.undefine(Kinds.SNAPSHOT_CONTENTS);
        stage.undefine(Kinds.SNAPSHOT_CLASSES);
        stage.start();
        stage.define(Kinds.SNAPSHOT_CLASSES, "v1");
        stage.define(Kinds.SNAPSHOT_CONTENTS, "v1");
        stage.addClass(Kinds.SNAPSHOT_CLASSES, "fast", "{}");
        stage.add("c-1", "taken");
        await().until(() -> stage.isReady("c-1"));
    }

    @Test
    void groupsOfTheVersionBeforeAreTakenToo() throws Exception {
        Kind<VolumeGroupSnapshotContent> contents = older(Kinds.GROUP_SNAPSHOT_CONTENTS);
        Kind<VolumeSnapshotClass> classes = older(Kinds.GROUP_SNAPSHOT_CLASSES);
        Kind<?> groups = new Kind<>(
                contents.group(), "v1", "volumegroupsnapshots", "VolumeGroupSnapshot", true, contents.reader());
        stage.undefine(groups);
        stage.define(classes, "v1beta2");
        stage.define(contents, "v1beta2");
        stage.driver().services(Service.Type.CONTROLLER_SERVICE, Service.Type.GROUP_CONTROLLER_SERVICE);
        stage.driver()
                .groupController(GroupControllerServiceCapability.RPC.Type.CREATE_DELETE_GET_VOLUME_GROUP_SNAPSHOT);
        stage.driver()
                .on(
                        "CreateVolumeGroupSnapshot",
                        _ -> CreateVolumeGroupSnapshotResponse.newBuilder()
                                .setGroupSnapshot(VolumeGroupSnapshot.newBuilder()
                                        .setGroupSnapshotId("g")
                                        .setReadyToUse(true)
                                        .addSnapshots(Snapshot.newBuilder().setSnapshotId("s")))
                                .build());
        stage.addClass(classes, "fast", "{}");
        stage.start();
        stage.add(contents, "g-1", "taken");
        await().until(() ->
                stage.get(contents, "g-1").path("status").path("readyToUse").asBoolean());
        assertThat(stage.driver().calls("CreateVolumeGroupSnapshot")).hasSize(1);
    }

    private static <T extends KubeObject> Kind<T> older(Kind<T> kind) {
        return kind.withVersion("v1beta2");
    }
}
