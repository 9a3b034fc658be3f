package dev.stowage.kube.model;

import dev.stowage.k8s.NamespacedName;

/// Something that the API server keeps.
public interface KubeObject {

    ObjectMeta meta();

    default NamespacedName key() {
        return meta().key();
    }

    default boolean isBeingDeleted() {
        return meta().deletionTimestamp() != null;
    }
}
