package dev.stowage.kube.migrate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.kube.object.StorageClass;
import dev.stowage.kube.object.Volume;
import java.util.Map;

/// Block storage of OpenStack.
final class Cinder implements Plugin {
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
        return Translated.storageClass(
                old, old.provisioner(), ClassParameters.renamedFsType(old), ClassParameters.topologies(old, ZONE));
    }

    @Override
    public Volume toCsi(Volume old, JsonNode source) {
        return Translated.volume(
                old,
                Translated.source(driver(), source.path("volumeID").asText(""), source, Map.of()),
                Zones.toCsi(old, ZONE));
    }

    /// A zone does not tell its region here.
    @Override
    public ObjectNode toInTree(Volume.CsiSource csi, ObjectNode volume) {
        new OldAffinity(volume).zones(ZONE);
        return OldSource.of("volumeID", csi.handle(), csi);
    }
}
