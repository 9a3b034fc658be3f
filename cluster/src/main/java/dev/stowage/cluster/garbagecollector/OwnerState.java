package dev.stowage.cluster.garbagecollector;

import dev.stowage.kube.model.ObjectMeta;

/// An owner as an object names it, and what is known of it.
record OwnerState(ObjectMeta.OwnerReference ownerReference, Status status) {

    /// How an owner stands.
    enum Status {
        THERE,
        /// It is being deleted, and waits for those who belong to it.
        WAITING,
        /// The server itself says that there is none of that name and uid.
        ABSENT,
        /// Nobody knows such a kind, now.
        UNKNOWN,
        /// An object of the whole cluster names an owner that would be in a namespace, but in none in particular.
        NOWHERE
    }
}
