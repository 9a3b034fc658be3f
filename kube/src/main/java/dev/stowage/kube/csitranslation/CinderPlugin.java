package dev.stowage.kube.csitranslation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.StorageClass;
import java.util.Map;

/// Block storage of OpenStack.
final class CinderPlugin implements InTreePlugin {
    private static final String ZONE = "topology.cinder.csi.openstack.org/zone";

    @Override
    public String name() {
        return "kubernetes.io/cinder";
    }

    @Override
    public String driver() {
        return "cinder.csi.openstack.org";
    }

    @Override
    public String field() {
        return "cinder";
    }

    @Override
    public StorageClass toCsi(StorageClass old) {
        return TranslatedObjects.storageClass(
                old,
                old.provisioner(),
                StorageClassParameters.renamedFsType(old),
                StorageClassParameters.topologies(old, ZONE));
    }

    @Override
    public PersistentVolume toCsi(PersistentVolume old, JsonNode source) {
        return TranslatedObjects.volume(
                old,
                TranslatedObjects.source(driver(), source.path("volumeID").asText(""), source, Map.of()),
                ZoneLabels.toCsi(old, ZONE));
    }

    /// OpenStack zones do not name their region.
    @Override
    public ObjectNode toInTree(PersistentVolume.CsiSource csi, ObjectNode volume) {
        new InTreeAffinity(volume).zones(ZONE);
        return InTreeSourceWriter.of("volumeID", csi.handle(), csi);
    }
}
