package dev.stowage.cluster.workload;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.informer.Index;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.WorkloadResource;
import dev.stowage.kube.workqueue.WorkQueue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Children of one kind: found by their owner, and a change of one wakes it.
public final class ChildIndex<T extends KubeObject> {
    private static final String NOBODY = "nobody in ";

    private final Informer<T> children;
    private final Index<T> byOwner;

    public ChildIndex(Informer<T> children) {
        this.children = children;
        this.byOwner = children.index(child -> List.of(child.meta()
                .controller()
                .map(ownerReference -> ownerReference.uid())
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

    public <P extends WorkloadResource> void enqueueOwners(Informer<P> owners, WorkQueue<NamespacedName> queue) {
        children.addEventHandler((before, now) -> {
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
            @Nullable KubeObject child, Informer<P> owners, WorkQueue<NamespacedName> queue) {
        if (child != null) {
            child.meta()
                    .controller()
                    .filter(ownerReference ->
                            ownerReference.kind().equals(owners.kind().name()))
                    .ifPresent(ownerReference ->
                            queue.add(new NamespacedName(child.meta().namespace(), ownerReference.name())));
        }
    }
}
