package dev.stowage.kube.object;

/// Something that the API server keeps.
public interface KubeObject {

    Meta meta();

    default Key key() {
        return meta().key();
    }

    default boolean isBeingDeleted() {
        return meta().deleted() != null;
    }
}
