package dev.stowage.kube.csitranslation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.names.PersistentVolumeAccessMode;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.StorageClass;

/// An in-tree volume plugin. What cannot be translated is an [IllegalArgumentException], with a message for the
/// user.
interface InTreePlugin {

    /// The name of the plugin, for example `kubernetes.io/aws-ebs`.
    String name();

    /// The CSI driver that replaced it.
    String driver();

    /// The field of its source in the spec of a volume.
    String field();

    StorageClass toCsi(StorageClass old);

    /// @param source the value of [#field]
    PersistentVolume toCsi(PersistentVolume old, JsonNode source);

    /// The in-tree source.
    ///
    /// @param csi the source that the volume has had
    /// @param volume the volume without it; its zones are translated to the in-tree form
    ObjectNode toInTree(PersistentVolume.CsiSource csi, ObjectNode volume);

    /// The name of a translated inline volume of a pod. It is unique to its storage.
    default String inlineName(String handle, JsonNode source) {
        return driver() + "-" + handle;
    }

    /// The access mode of an inline volume of a pod.
    default String inlineMode(JsonNode source) {
        return PersistentVolumeAccessMode.READ_WRITE_ONCE;
    }

    default String repairedHandle(String handle, String nodeId) {
        return handle;
    }
}
