package dev.stowage.kube.csitranslation;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PodVolume;
import dev.stowage.kube.model.StorageClass;
import java.util.List;
import java.util.Optional;

/// Translates in-tree volumes and classes to CSI and back. What cannot be translated is an
/// [IllegalArgumentException], with a message for the user.
public final class CsiTranslator {

    private static final List<InTreePlugin> PLUGINS = List.of(
            new AwsEbsPlugin(),
            new GcePdPlugin(),
            new CinderPlugin(),
            new AzureDiskPlugin(),
            new AzureFilePlugin(),
            new VspherePlugin(),
            new PortworxPlugin());

    private CsiTranslator() {}

    /// Whether the volume has an in-tree source that a CSI driver serves now.
    public static boolean isMigrated(PersistentVolume volume) {
        return volume.inTree() != null;
    }

    /// The in-tree plugin that a driver replaced, for example `kubernetes.io/aws-ebs`; empty for almost all
    /// drivers.
    public static Optional<String> inTreeName(String driver) {
        return ofDriver(driver).map(InTreePlugin::name);
    }

    /// The driver that replaced an in-tree plugin.
    public static Optional<String> driver(String oldName) {
        return PLUGINS.stream()
                .filter(plugin -> plugin.name().equals(oldName))
                .findFirst()
                .map(InTreePlugin::driver);
    }

    /// The driver that serves the volume's in-tree source; empty for a volume with a CSI source.
    public static Optional<String> driver(PersistentVolume volume) {
        PersistentVolume.InTreeSource old = volume.inTree();
        return PLUGINS.stream()
                .filter(plugin -> old != null && plugin.field().equals(old.type()))
                .findFirst()
                .map(InTreePlugin::driver);
    }

    /// The same volume with a CSI source and the driver's topology keys. Other volumes stay as they are.
    public static PersistentVolume toCsi(PersistentVolume volume) {
        PersistentVolume.InTreeSource old = volume.inTree();
        if (old == null) {
            return volume;
        }
        return PLUGINS.stream()
                .filter(plugin -> plugin.field().equals(old.type()))
                .findFirst()
                .map(plugin -> plugin.toCsi(volume, old.source()))
                .orElseThrow(() -> new IllegalArgumentException(
                        "volume " + volume.key() + " has the source " + old.type() + ", which no CSI driver serves"));
    }

    /// The CSI form of an in-tree inline volume of a pod.
    ///
    /// @param namespace the pod's
    /// @throws IllegalArgumentException also when the pod's volume is of another kind
    public static PersistentVolume toCsi(String namespace, PodVolume inline) {
        PersistentVolume.InTreeSource old = inline.inTree();
        return PLUGINS.stream()
                .filter(plugin -> old != null && plugin.field().equals(old.type()))
                .findFirst()
                .map(plugin -> InlineVolume.toCsi(plugin, namespace, inline.name(), requireNonNull(old)))
                .orElseThrow(() -> new IllegalArgumentException(
                        "volume " + inline.name() + " of a pod has no in-tree source that a CSI driver serves"));
    }

    /// The same class with the driver's parameters and topologies, if its provisioner is in-tree. Other classes
    /// stay as they are.
    public static StorageClass toCsi(StorageClass storageClass) {
        return PLUGINS.stream()
                .filter(plugin -> plugin.name().equals(storageClass.provisioner()))
                .findFirst()
                .map(plugin -> plugin.toCsi(storageClass))
                .orElse(storageClass);
    }

    /// Translates a volume to its in-tree form before it is written, so that a downgrade finds what it knows.
    ///
    /// @param volume with a CSI source; it is not changed
    public static ObjectNode toInTree(ObjectNode volume) {
        ObjectNode old = volume.deepCopy();
        JsonNode csi = old.withObject("/spec").remove("csi");
        if (csi == null) {
            throw new IllegalArgumentException("a volume without a CSI source has no in-tree form");
        }
        PersistentVolume.CsiSource source = PersistentVolume.CsiSource.read(csi);
        InTreePlugin plugin = ofDriver(source.driver())
                .orElseThrow(() -> new IllegalArgumentException(
                        "driver " + source.driver() + " has taken over nothing that Kubernetes knew"));
        old.withObject("/spec").set(plugin.field(), plugin.toInTree(source, old));
        return old;
    }

    /// Completes a handle that was created before the node's zone was known.
    public static String repairedHandle(String driver, String handle, String nodeId) {
        return ofDriver(driver)
                .map(plugin -> plugin.repairedHandle(handle, nodeId))
                .orElse(handle);
    }

    private static Optional<InTreePlugin> ofDriver(String driver) {
        return PLUGINS.stream().filter(plugin -> plugin.driver().equals(driver)).findFirst();
    }
}
