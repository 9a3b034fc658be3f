package dev.stowage.cluster.garbagecollector;

import dev.stowage.kube.model.ObjectMeta;

/// An owner reference of an object, and the state of that owner.
record OwnerState(ObjectMeta.OwnerReference ownerReference, Status status) {

    /// The state of an owner.
    enum Status {
        THERE,
        /// It is in foreground deletion, and waits for its dependents.
        WAITING,
        /// The server confirmed that no object with that name and uid exists.
        ABSENT,
        /// The kind is not known now.
        UNKNOWN,
        /// A cluster-scoped object references an owner of a namespaced kind, without a namespace.
        NOWHERE
    }
}
