package dev.stowage.control.workload;

import dev.stowage.kube.mirror.Index;
import dev.stowage.kube.mirror.Mirror;
import dev.stowage.kube.object.Key;
import dev.stowage.kube.object.KubeObject;
import dev.stowage.kube.object.Workload;
import dev.stowage.kube.queue.WorkQueue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Children of one kind: found by their owner, and a change of one wakes it.
public final class Kin<T extends KubeObject> {
    private static final String NOBODY = "nobody in ";

    private final Mirror<T> children;
    private final Index<T> byOwner;

    public Kin(Mirror<T> children) {
        this.children = children;
        this.byOwner = children.index(child -> List.of(child.meta()
                .controller()
                .map(owner -> owner.uid())
                .orElse(NOBODY + child.meta().namespace())));
    }

    /// Those that point to it, and those that point to nobody and might belong to it.
    public List<T> candidates(KubeObject owner) {
        List<T> found = new ArrayList<>(byOwner.get(owner.meta().uid()));
        found.addAll(byOwner.get(NOBODY + owner.meta().namespace()));
        return found;
    }

    public List<T> of(KubeObject owner) {
        return of(owner.meta().uid());
    }

    public List<T> of(String ownerUid) {
        return byOwner.get(ownerUid);
    }

    public <P extends Workload> void wake(Mirror<P> owners, WorkQueue<Key> queue) {
        children.listen((before, now) -> {
            wakeOwner(before, owners, queue);
            wakeOwner(now, owners, queue);
            if (now != null && now.meta().controller().isEmpty() && !now.isBeingDeleted()) {
                owners.all().stream()
                        .filter(owner ->
                                owner.meta().namespace().equals(now.meta().namespace()))
                        .filter(owner -> owner.selector().matches(now.meta().labels()))
                        .forEach(owner -> queue.add(owner.key()));
            }
        });
    }

    private static <P extends KubeObject> void wakeOwner(
            @Nullable KubeObject child, Mirror<P> owners, WorkQueue<Key> queue) {
        if (child != null) {
            child.meta()
                    .controller()
                    .filter(owner -> owner.kind().equals(owners.kind().name()))
                    .ifPresent(owner -> queue.add(new Key(child.meta().namespace(), owner.name())));
        }
    }
}
