package dev.stowage.cluster.garbagecollector;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.ObjectMeta;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.PartialObjectMetadata;

/// An object of any kind.
record CollectableObject(Kind<PartialObjectMetadata> kind, PartialObjectMetadata object) {
    static final String ORPHAN = "orphan";
    static final String FOREGROUND = "foregroundDeletion";

    /// The key of an object, regardless of its uid.
    record KindAndKey(Kind<PartialObjectMetadata> kind, NamespacedName key) {

        @Override
        public String toString() {
            return kind + " " + key;
        }
    }

    ObjectMeta meta() {
        return object.meta();
    }

    KindAndKey place() {
        return new KindAndKey(kind, object.key());
    }

    boolean belongsTo(String uid) {
        return meta().ownerReferences().stream()
                .anyMatch(ownerReference -> ownerReference.uid().equals(uid));
    }

    boolean blocks(String uid) {
        return meta().ownerReferences().stream()
                .anyMatch(ownerReference -> ownerReference.uid().equals(uid) && ownerReference.blockOwnerDeletion());
    }

    /// It is deleted as soon as its dependents are deleted.
    boolean waits() {
        return waits(object);
    }

    static boolean waits(PartialObjectMetadata object) {
        return object.isBeingDeleted() && object.meta().hasFinalizer(FOREGROUND);
    }

    /// It is deleted as soon as its dependents are orphaned.
    static boolean letsGo(PartialObjectMetadata object) {
        return object.isBeingDeleted() && object.meta().hasFinalizer(ORPHAN);
    }

    ObjectReference reference() {
        return new ObjectReference(
                kind.apiVersion(),
                kind.name(),
                meta().namespace(),
                meta().name(),
                meta().uid(),
                meta().resourceVersion());
    }
}
