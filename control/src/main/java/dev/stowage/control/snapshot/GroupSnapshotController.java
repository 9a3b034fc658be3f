package dev.stowage.control.snapshot;

import dev.stowage.k8s.LabelSelector;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.names.SnapshotMetadataKeys;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.VolumeGroupSnapshot;
import dev.stowage.kube.model.VolumeGroupSnapshotContent;
import dev.stowage.kube.model.VolumeSnapshot;
import dev.stowage.kube.model.VolumeSnapshotContent;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.WorkQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Group snapshots. Most clusters do not have their CRDs; single snapshots do not wait for them.
final class GroupSnapshotController implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(GroupSnapshotController.class);

    private final SnapshotStateReader snapshotStateReader;
    private final GroupSnapshotStateReader view;
    private final Consumer<NamespacedName> enqueueSnapshot;
    private final WorkQueue<NamespacedName> groups;
    private final WorkQueue<String> contents;
    private @Nullable Thread beginning;

    GroupSnapshotController(
            ControllerContext context,
            SnapshotOptions options,
            SnapshotStateReader snapshotStateReader,
            GroupSnapshotStateReader view,
            SnapshotOperationMetrics metrics,
            Consumer<NamespacedName> enqueueSnapshot) {
        this.snapshotStateReader = snapshotStateReader;
        this.view = view;
        this.enqueueSnapshot = enqueueSnapshot;
        var work = new GroupSnapshotWorker(context, view, metrics);
        var backoff = new ExponentialBackoff(options.retryFirst(), options.retryLongest());
        groups = new WorkQueue<>(
                "snapshot-controller-group-snapshot",
                options.workers(),
                backoff,
                work::group,
                context.timer(),
                context.queues());
        contents = new WorkQueue<>(
                "snapshot-controller-group-content",
                options.workers(),
                backoff,
                work::content,
                context.timer(),
                context.queues());
        SnapshotController.listen(view.groups, this::enqueueFor, work::deleted);
        SnapshotController.listen(view.contents, this::enqueueFor, _ -> {});
        SnapshotController.listen(view.classes, _ -> enqueueWaiting(), _ -> {});
        SnapshotController.listen(snapshotStateReader.snapshots, this::enqueueFor, _ -> {});
        SnapshotController.listen(snapshotStateReader.contents, this::enqueueFor, _ -> {});
        SnapshotController.listen(snapshotStateReader.claims, this::enqueueFor, _ -> {});
        SnapshotController.listen(snapshotStateReader.volumes, this::enqueueFor, _ -> {});
    }

    private void enqueueFor(VolumeGroupSnapshot group) {
        groups.add(group.key());
        snapshotStateReader.byGroup.get(group.key().toString()).forEach(part -> enqueueSnapshot.accept(part.key()));
    }

    private void enqueueFor(VolumeGroupSnapshotContent content) {
        String name = content.meta().name();
        contents.add(name);
        if (content.groupSnapshot() != null) {
            groups.add(content.groupSnapshot().key());
        }
        view.groups.all().stream()
                .filter(group -> group.contentName().equals(name))
                .forEach(group -> groups.add(group.key()));
        if (content.status() != null) {
            view.partsByHandle.get(content.status().handle()).stream()
                    .flatMap(part -> SnapshotStateReader.snapshotOf(part).stream())
                    .forEach(enqueueSnapshot);
        }
    }

    private void enqueueFor(VolumeSnapshot snapshot) {
        SnapshotStateReader.groupOf(snapshot).ifPresent(groups::add);
    }

    private void enqueueFor(VolumeSnapshotContent content) {
        if (content.meta().annotations().containsKey(SnapshotMetadataKeys.VOLUME_GROUP_SNAPSHOT_HANDLE)) {
            SnapshotStateReader.snapshotOf(content)
                    .flatMap(snapshotStateReader.snapshots::find)
                    .ifPresent(this::enqueueFor);
        }
    }

    private void enqueueFor(PersistentVolumeClaim claim) {
        SnapshotStateReader.restored(claim).stream()
                .flatMap(key -> snapshotStateReader.snapshots.find(key).stream())
                .forEach(this::enqueueFor);
        for (VolumeGroupSnapshot group : view.groups.all()) {
            LabelSelector selector = group.selector();
            if (isWaiting(group)
                    && selector != null
                    && group.meta().namespace().equals(claim.meta().namespace())
                    && selector.matches(claim.meta().labels())) {
                groups.add(group.key());
            }
        }
    }

    private void enqueueFor(PersistentVolume volume) {
        if (volume.claim() != null) {
            snapshotStateReader.claims.find(volume.claim().key()).ifPresent(this::enqueueFor);
        }
    }

    private void enqueueWaiting() {
        view.groups.all().stream().filter(GroupSnapshotController::isWaiting).forEach(group -> groups.add(group.key()));
    }

    private static boolean isWaiting(VolumeGroupSnapshot group) {
        return !group.isReady() || !group.error().isEmpty();
    }

    synchronized void start() {
        beginning = Thread.ofVirtual().name("group-snapshots").start(this::begin);
    }

    private void begin() {
        try {
            view.awaitSynced();
            snapshotStateReader.awaitSynced();
            groups.start();
            contents.start();
            // Until now it was not known whether the group of a snapshot is deleted.
            snapshotStateReader.snapshots.all().stream()
                    .filter(snapshot -> !GroupMembership.groupOf(snapshot).isEmpty())
                    .forEach(snapshot -> enqueueSnapshot.accept(snapshot.key()));
        } catch (InterruptedException e) {
            log.debug("Closed before the group snapshot CRDs were available.");
        }
    }

    @Override
    public synchronized void close() {
        if (beginning != null) {
            beginning.interrupt();
        }
        groups.close();
        contents.close();
    }
}
