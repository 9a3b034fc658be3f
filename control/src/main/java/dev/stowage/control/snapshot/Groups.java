package dev.stowage.control.snapshot;

import dev.stowage.control.Shared;
import dev.stowage.kube.object.Claim;
import dev.stowage.kube.object.GroupSnapshot;
import dev.stowage.kube.object.GroupSnapshotContent;
import dev.stowage.kube.object.Key;
import dev.stowage.kube.object.LabelSelector;
import dev.stowage.kube.object.Snapshot;
import dev.stowage.kube.object.SnapshotContent;
import dev.stowage.kube.object.Volume;
import dev.stowage.kube.queue.Backoff;
import dev.stowage.kube.queue.WorkQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Group snapshots. Most clusters do not define them; single snapshots do not wait for them.
final class Groups implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Groups.class);

    private final SnapshotView snapshotView;
    private final GroupView view;
    private final Consumer<Key> wakeSnapshot;
    private final WorkQueue<Key> groups;
    private final WorkQueue<String> contents;
    private @Nullable Thread beginning;

    Groups(
            Shared shared,
            SnapshotOptions options,
            SnapshotView snapshotView,
            GroupView view,
            Operations operations,
            Consumer<Key> wakeSnapshot) {
        this.snapshotView = snapshotView;
        this.view = view;
        this.wakeSnapshot = wakeSnapshot;
        var work = new GroupWork(shared, view, operations);
        var backoff = new Backoff(options.retryFirst(), options.retryLongest());
        groups = new WorkQueue<>(
                "snapshot-controller-group-snapshot",
                options.workers(),
                backoff,
                work::group,
                shared.timer(),
                shared.queues());
        contents = new WorkQueue<>(
                "snapshot-controller-group-content",
                options.workers(),
                backoff,
                work::content,
                shared.timer(),
                shared.queues());
        SnapshotController.listen(view.groups, this::wakeBy, work::gone);
        SnapshotController.listen(view.contents, this::wakeBy, _ -> {});
        SnapshotController.listen(view.classes, _ -> wakeWaiting(), _ -> {});
        SnapshotController.listen(snapshotView.snapshots, this::wakeBy, _ -> {});
        SnapshotController.listen(snapshotView.contents, this::wakeBy, _ -> {});
        SnapshotController.listen(snapshotView.claims, this::wakeBy, _ -> {});
        SnapshotController.listen(snapshotView.volumes, this::wakeBy, _ -> {});
    }

    private void wakeBy(GroupSnapshot group) {
        groups.add(group.key());
        snapshotView.byGroup.get(group.key().toString()).forEach(part -> wakeSnapshot.accept(part.key()));
    }

    private void wakeBy(GroupSnapshotContent content) {
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
                    .flatMap(part -> SnapshotView.snapshotOf(part).stream())
                    .forEach(wakeSnapshot);
        }
    }

    private void wakeBy(Snapshot snapshot) {
        SnapshotView.groupOf(snapshot).ifPresent(groups::add);
    }

    private void wakeBy(SnapshotContent content) {
        if (content.meta().annotations().containsKey(Marks.GROUP_HANDLE)) {
            SnapshotView.snapshotOf(content)
                    .flatMap(snapshotView.snapshots::find)
                    .ifPresent(this::wakeBy);
        }
    }

    private void wakeBy(Claim claim) {
        SnapshotView.restored(claim).stream()
                .flatMap(key -> snapshotView.snapshots.find(key).stream())
                .forEach(this::wakeBy);
        for (GroupSnapshot group : view.groups.all()) {
            LabelSelector selector = group.selector();
            if (isWaiting(group)
                    && selector != null
                    && group.meta().namespace().equals(claim.meta().namespace())
                    && selector.matches(claim.meta().labels())) {
                groups.add(group.key());
            }
        }
    }

    private void wakeBy(Volume volume) {
        if (volume.claim() != null) {
            snapshotView.claims.find(volume.claim().key()).ifPresent(this::wakeBy);
        }
    }

    private void wakeWaiting() {
        view.groups.all().stream().filter(Groups::isWaiting).forEach(group -> groups.add(group.key()));
    }

    private static boolean isWaiting(GroupSnapshot group) {
        return !group.isReady() || !group.error().isEmpty();
    }

    synchronized void start() {
        beginning = Thread.ofVirtual().name("group-snapshots").start(this::begin);
    }

    private void begin() {
        try {
            view.awaitSynced();
            snapshotView.awaitSynced();
            groups.start();
            contents.start();
            // Until now nobody could say of a snapshot whether its group is gone.
            snapshotView.snapshots.all().stream()
                    .filter(snapshot -> !Membership.groupOf(snapshot).isEmpty())
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
