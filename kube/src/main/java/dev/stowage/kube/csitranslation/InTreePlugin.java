package dev.stowage.kube.csitranslation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.StorageClass;

/// A kind of storage that Kubernetes once knew by itself. What cannot be translated is an
/// [IllegalArgumentException], with a sentence for the user.
interface InTreePlugin {

    /// As old classes and annotations name it, for example `kubernetes.io/aws-ebs`.
    String name();

    /// The driver that has taken it over.
    String driver();

    /// Where its source stands in the spec of a volume.
    String field();

    StorageClass toCsi(StorageClass old);

    /// @param source what stands in [#field]
    PersistentVolume toCsi(PersistentVolume old, JsonNode source);

    /// The source in the old form.
    ///
    /// @param csi the source that the volume has had
    /// @param volume the volume without it; zones in it are put into the old form
    ObjectNode toInTree(PersistentVolume.CsiSource csi, ObjectNode volume);

    /// What an inline volume of a pod is called once it is translated. It is unique to the storage behind it.
    default String inlineName(String handle, JsonNode source) {
        return driver() + "-" + handle;
    }

    /// The mode in which an inline volume of a pod is attached.
    default String inlineMode(JsonNode source) {
        return "ReadWriteOnce";
    }

    default String repairedHandle(String handle, String nodeId) {
        return handle;
    }
}
