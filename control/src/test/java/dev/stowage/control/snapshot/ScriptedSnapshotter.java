package dev.stowage.control.snapshot;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.SnapshotMetadataKeys;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.fixture.ControllerFixture;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.VolumeGroupSnapshotContent;
import dev.stowage.kube.model.VolumeSnapshotContent;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// Does to contents what csi-snapshotter does, with a driver that responds immediately.
final class ScriptedSnapshotter implements AutoCloseable {
    static final long CUT = 1_700_000_000_000_000_000L;

    private final ControllerFixture fixture;
    private final ExecutorService work = Executors.newVirtualThreadPerTaskExecutor();
    private final Set<String> once = ConcurrentHashMap.newKeySet();
    private volatile boolean takes = true;
    private volatile boolean stopped;

    ScriptedSnapshotter(ControllerFixture fixture) {
        this.fixture = fixture;
        fixture.informers().of(Kinds.SNAPSHOT_CONTENTS).addEventHandler((_, now) -> {
            if (now != null) {
                work.execute(() -> reconcile(now));
            }
        });
        fixture.informers().of(Kinds.GROUP_SNAPSHOT_CONTENTS).addEventHandler((_, now) -> {
            if (now != null) {
                work.execute(() -> reconcile(now));
            }
        });
    }

    /// From now on the driver does not respond.
    void falterNow() {
        takes = false;
    }

    /// The driver responds again, also for the contents that wait for it.
    void recoverNow() {
        takes = true;
        fixture.informers()
                .of(Kinds.SNAPSHOT_CONTENTS)
                .all()
                .forEach(content -> work.execute(() -> reconcile(content)));
    }

    /// From now on there is no csi-snapshotter, as for a driver that cannot take snapshots.
    void stopNow() {
        stopped = true;
    }

    private void reconcile(VolumeSnapshotContent content) {
        if (stopped) {
            return;
        }
        var annotations = content.meta().annotations();
        if (content.isBeingDeleted()) {
            if (annotations.containsKey(SnapshotMetadataKeys.BEING_DELETED)) {
                letGo(Kinds.SNAPSHOT_CONTENTS, content, SnapshotMetadataKeys.CONTENT_BOUND_PROTECTION);
            }
        } else if (takes
                && content.status() == null
                && !annotations.containsKey(SnapshotMetadataKeys.VOLUME_GROUP_SNAPSHOT_HANDLE)
                && content.snapshot() != null
                && !content.snapshot().uid().isEmpty()) {
            ObjectNode body = Json.object();
            body.putObject("status")
                    .put("snapshotHandle", "handle-of-" + content.meta().name())
                    .put("creationTime", CUT)
                    .put("restoreSize", 8 << 20)
                    .put("readyToUse", true);
            write(Kinds.SNAPSHOT_CONTENTS, content, Patch.merge(body).status(), "taken");
        }
    }

    private void reconcile(VolumeGroupSnapshotContent content) {
        if (content.isBeingDeleted()) {
            if (content.meta().annotations().containsKey(SnapshotMetadataKeys.GROUP_BEING_DELETED)) {
                letGo(Kinds.GROUP_SNAPSHOT_CONTENTS, content, SnapshotMetadataKeys.GROUP_CONTENT_BOUND_PROTECTION);
            }
        } else if (content.status() == null && content.groupHandle().isEmpty()) {
            ObjectNode body = Json.object();
            ObjectNode status = body.putObject("status")
                    .put("volumeGroupSnapshotHandle", "group-1")
                    .put("creationTime", "2026-01-02T03:04:05Z")
                    .put("readyToUse", true);
            var members = status.putArray("volumeSnapshotInfoList");
            content.volumeHandles()
                    .forEach(volume -> members.addObject()
                            .put("volumeHandle", volume)
                            .put("snapshotHandle", "snapshot-of-" + volume)
                            .put("creationTime", CUT)
                            .put("restoreSize", 8 << 20)
                            .put("readyToUse", true));
            write(Kinds.GROUP_SNAPSHOT_CONTENTS, content, Patch.merge(body).status(), "taken");
        }
    }

    private <T extends KubeObject> void letGo(Kind<T> kind, T content, String finalizer) {
        if (content.meta().hasFinalizer(finalizer)) {
            write(
                    kind,
                    content,
                    Patch.removeFinalizer(content, finalizer),
                    "gone" + content.meta().resourceVersion());
        }
    }

    private <T extends KubeObject> void write(Kind<T> kind, T content, Patch patch, String what) {
        if (!once.add(content.meta().uid() + what)) {
            return;
        }
        try {
            fixture.api().patch(kind, "", content.meta().name(), patch);
        } catch (ApiFailure e) {
            // It changed in the meantime: the next run has the new version.
            once.remove(content.meta().uid() + what);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        work.shutdownNow();
    }
}
