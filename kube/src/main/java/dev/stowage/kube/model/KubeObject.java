package dev.stowage.kube.model;

import dev.stowage.k8s.NamespacedName;

/// An object of the API server.
public interface KubeObject {

    ObjectMeta meta();

    default NamespacedName key() {
        return meta().key();
    }

    default boolean isBeingDeleted() {
        return meta().deletionTimestamp() != null;
    }
}
