package dev.stowage.sidecar.snapshotter;

import com.google.protobuf.Timestamp;
import dev.stowage.csi.v1.CreateSnapshotRequest;
import dev.stowage.csi.v1.CreateSnapshotResponse;
import dev.stowage.csi.v1.DeleteSnapshotResponse;
import dev.stowage.csi.v1.Snapshot;
import dev.stowage.kube.model.Kinds;
import dev.stowage.sidecar.testing.SidecarFixture;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// One server for all tests of a class, and for each test a driver that creates and deletes snapshots.
abstract class SnapshotterTestCase {
    @TempDir
    private static Path folder;

    private static SidecarFixture server;

    @TempDir
    private Path driverFolder;

    private SnapshotterFixture stage;

    @BeforeAll
    static void serve() throws Exception {
        server = new SidecarFixture(folder);
    }

    @AfterAll
    static void end() throws Exception {
        server.close();
    }

    @BeforeEach
    final void open() throws Exception {
        stage = new SnapshotterFixture(server, driverFolder);
        stage.addClass(Kinds.SNAPSHOT_CLASSES, "fast", "{}");
        stage.driver().on("CreateSnapshot", (CreateSnapshotRequest request) -> taken(request, true));
        stage.driver().on("DeleteSnapshot", _ -> DeleteSnapshotResponse.getDefaultInstance());
        prepare();
    }

    @AfterEach
    final void close() throws Exception {
        stage.close();
    }

    /// Called before each test, for subclasses.
    void prepare() throws Exception {}

    final SidecarFixture server() {
        return server;
    }

    final SnapshotterFixture stage() {
        return stage;
    }

    static CreateSnapshotResponse taken(CreateSnapshotRequest request, boolean ready) {
        return CreateSnapshotResponse.newBuilder()
                .setSnapshot(Snapshot.newBuilder()
                        .setSnapshotId("at-" + request.getName())
                        .setSourceVolumeId(request.getSourceVolumeId())
                        .setSizeBytes(4096)
                        .setCreationTime(
                                Timestamp.newBuilder().setSeconds(1_700_000_000).setNanos(5))
                        .setReadyToUse(ready))
                .build();
    }
}
