package dev.stowage.kube.csitranslation;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PodVolume;
import dev.stowage.kube.model.StorageClass;
import java.util.List;
import java.util.Optional;

/// What became of the volumes that Kubernetes once knew by itself. What cannot be translated is an
/// [IllegalArgumentException], with a sentence for the user.
public final class CsiTranslator {

    /// On a volume or claim: the driver that has taken it over.
    public static final String MIGRATED_TO = "pv.kubernetes.io/migrated-to";

    private static final List<InTreePlugin> PLUGINS = List.of(
            new AwsEbsPlugin(),
            new GcePdPlugin(),
            new CinderPlugin(),
            new AzureDiskPlugin(),
            new AzureFilePlugin(),
            new VspherePlugin(),
            new PortworxPlugin());

    private CsiTranslator() {}

    /// Whether a volume is written as it was before CSI, and a driver has taken its kind over.
    public static boolean isMigrated(PersistentVolume volume) {
        return volume.inTree() != null;
    }

    /// The old name of a driver's kind of storage, for example `kubernetes.io/aws-ebs`; empty for almost all drivers.
    public static Optional<String> inTreeName(String driver) {
        return ofDriver(driver).map(InTreePlugin::name);
    }

    /// The driver that has taken over what had that old name.
    public static Optional<String> driver(String oldName) {
        return PLUGINS.stream()
                .filter(plugin -> plugin.name().equals(oldName))
                .findFirst()
                .map(InTreePlugin::driver);
    }

    /// The driver that has taken over the volume's kind; empty for a volume that is written as CSI has it.
    public static Optional<String> driver(PersistentVolume volume) {
        PersistentVolume.InTreeSource old = volume.inTree();
        return PLUGINS.stream()
                .filter(plugin -> old != null && plugin.field().equals(old.type()))
                .findFirst()
                .map(InTreePlugin::driver);
    }

    /// The same volume with a CSI source, and its zones as the driver calls them. Others stay as they are.
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
                        "volume " + volume.key() + " has a source, " + old.type() + ", that no driver has taken over"));
    }

    /// The volume that a driver sees in the place of one that a pod has written inline, as it was before CSI.
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
                        "volume " + inline.name() + " of a pod is no volume that a driver has taken over"));
    }

    /// The same class with parameters and topologies for the driver, when its provisioner is an old name. Others stay
    /// as they are.
    public static StorageClass toCsi(StorageClass storageClass) {
        return PLUGINS.stream()
                .filter(plugin -> plugin.name().equals(storageClass.provisioner()))
                .findFirst()
                .map(plugin -> plugin.toCsi(storageClass))
                .orElse(storageClass);
    }

    /// Puts a volume that is about to be written into the old form, so that whoever goes back finds what it knows.
    ///
    /// @param volume with a CSI source; it is not changed
    public static ObjectNode toInTree(ObjectNode volume) {
        ObjectNode old = volume.deepCopy();
        JsonNode csi = old.withObject("/spec").remove("csi");
        if (csi == null) {
            throw new IllegalArgumentException("a volume without a CSI source has no older form");
        }
        PersistentVolume.CsiSource source = PersistentVolume.CsiSource.read(csi);
        InTreePlugin plugin = ofDriver(source.driver())
                .orElseThrow(() -> new IllegalArgumentException(
                        "driver " + source.driver() + " has taken over nothing that Kubernetes knew"));
        old.withObject("/spec").set(plugin.field(), plugin.toInTree(source, old));
        return old;
    }

    /// The handle as the driver has it, for handles that were made before anybody knew the node's zone.
    public static String repairedHandle(String driver, String handle, String nodeId) {
        return ofDriver(driver)
                .map(plugin -> plugin.repairedHandle(handle, nodeId))
                .orElse(handle);
    }

    private static Optional<InTreePlugin> ofDriver(String driver) {
        return PLUGINS.stream().filter(plugin -> plugin.driver().equals(driver)).findFirst();
    }
}
