package dev.stowage.cluster.workload;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.informer.Index;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.WorkloadResource;
import dev.stowage.kube.workqueue.WorkQueue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Children of one kind, indexed by their owner.
public final class ChildIndex<T extends KubeObject> {
    private static final String ORPHAN = "orphan in ";

    private final Informer<T> children;
    private final Index<T> byOwner;

    public ChildIndex(Informer<T> children) {
        this.children = children;
        this.byOwner = children.index(child -> List.of(child.meta()
                .controller()
                .map(ownerReference -> ownerReference.uid())
                .orElse(ORPHAN + child.meta().namespace())));
    }

    /// The children of the owner, and the orphans in its namespace.
    public List<T> candidates(KubeObject owner) {
        List<T> found = new ArrayList<>(byOwner.get(owner.meta().uid()));
        found.addAll(byOwner.get(ORPHAN + owner.meta().namespace()));
        return found;
    }

    public Kind<T> kind() {
        return children.kind();
    }

    /// The children that the owner's selector matches.
    public List<T> matching(WorkloadResource owner) {
        return of(owner).stream()
                .filter(child -> owner.selector().matches(child.meta().labels()))
                .toList();
    }

    public List<T> of(KubeObject owner) {
        return of(owner.meta().uid());
    }

    public List<T> of(String ownerUid) {
        return byOwner.get(ownerUid);
    }

    /// A change of a child enqueues its owner; a new orphan enqueues every owner whose selector matches it.
    public <P extends WorkloadResource> void enqueueOwners(Informer<P> owners, WorkQueue<NamespacedName> queue) {
        children.addEventHandler((before, now) -> {
            enqueueOwner(before, owners, queue);
            enqueueOwner(now, owners, queue);
            if (now != null && now.meta().controller().isEmpty() && !now.isBeingDeleted()) {
                owners.all().stream()
                        .filter(owner ->
                                owner.meta().namespace().equals(now.meta().namespace()))
                        .filter(owner -> owner.selector().matches(now.meta().labels()))
                        .forEach(owner -> queue.add(owner.key()));
            }
        });
    }

    private static <P extends KubeObject> void enqueueOwner(
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
