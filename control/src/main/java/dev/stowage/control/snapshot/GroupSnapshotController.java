package dev.stowage.control.snapshot;

import dev.stowage.k8s.LabelSelector;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.SnapshotMetadataKeys;
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

/// Group snapshots. Most clusters do not define them; single snapshots do not wait for them.
final class GroupSnapshotController implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(GroupSnapshotController.class);

    private final SnapshotStateReader snapshotStateReader;
    private final GroupSnapshotStateReader view;
    private final Consumer<NamespacedName> wakeSnapshot;
    private final WorkQueue<NamespacedName> groups;
    private final WorkQueue<String> contents;
    private @Nullable Thread beginning;

    GroupSnapshotController(
            ControllerContext context,
            SnapshotOptions options,
            SnapshotStateReader snapshotStateReader,
            GroupSnapshotStateReader view,
            SnapshotOperationMetrics snapshotOperationMetrics,
            Consumer<NamespacedName> wakeSnapshot) {
        this.snapshotStateReader = snapshotStateReader;
        this.view = view;
        this.wakeSnapshot = wakeSnapshot;
        var work = new GroupSnapshotWorker(context, view, snapshotOperationMetrics);
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
        SnapshotController.listen(view.groups, this::wakeBy, work::deleted);
        SnapshotController.listen(view.contents, this::wakeBy, _ -> {});
        SnapshotController.listen(view.classes, _ -> wakeWaiting(), _ -> {});
        SnapshotController.listen(snapshotStateReader.snapshots, this::wakeBy, _ -> {});
        SnapshotController.listen(snapshotStateReader.contents, this::wakeBy, _ -> {});
        SnapshotController.listen(snapshotStateReader.claims, this::wakeBy, _ -> {});
        SnapshotController.listen(snapshotStateReader.volumes, this::wakeBy, _ -> {});
    }

    private void wakeBy(VolumeGroupSnapshot group) {
        groups.add(group.key());
        snapshotStateReader.byGroup.get(group.key().toString()).forEach(part -> wakeSnapshot.accept(part.key()));
    }

    private void wakeBy(VolumeGroupSnapshotContent content) {
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
                    .forEach(wakeSnapshot);
        }
    }

    private void wakeBy(VolumeSnapshot snapshot) {
        SnapshotStateReader.groupOf(snapshot).ifPresent(groups::add);
    }

    private void wakeBy(VolumeSnapshotContent content) {
        if (content.meta().annotations().containsKey(SnapshotMetadataKeys.GROUP_HANDLE)) {
            SnapshotStateReader.snapshotOf(content)
                    .flatMap(snapshotStateReader.snapshots::find)
                    .ifPresent(this::wakeBy);
        }
    }

    private void wakeBy(PersistentVolumeClaim claim) {
        SnapshotStateReader.restored(claim).stream()
                .flatMap(key -> snapshotStateReader.snapshots.find(key).stream())
                .forEach(this::wakeBy);
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

    private void wakeBy(PersistentVolume volume) {
        if (volume.claim() != null) {
            snapshotStateReader.claims.find(volume.claim().key()).ifPresent(this::wakeBy);
        }
    }

    private void wakeWaiting() {
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
            // Until now nobody could say of a snapshot whether its group is gone.
            snapshotStateReader.snapshots.all().stream()
                    .filter(snapshot -> !GroupMembership.groupOf(snapshot).isEmpty())
                    .forEach(snapshot -> wakeSnapshot.accept(snapshot.key()));
        } catch (InterruptedException e) {
            log.debug("The group snapshots were closed before they began.");
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
