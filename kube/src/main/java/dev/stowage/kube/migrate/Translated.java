package dev.stowage.kube.migrate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.kube.object.LabelSelector.Requirement;
import dev.stowage.kube.object.SecretRef;
import dev.stowage.kube.object.StorageClass;
import dev.stowage.kube.object.Volume;
import dev.stowage.kube.object.Volume.CsiSource;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Copies of objects with what translation changes.
final class Translated {

    private Translated() {}

    static CsiSource source(String driver, String handle, JsonNode old, Map<String, String> attributes) {
        return new CsiSource(
                driver,
                handle,
                old.path("readOnly").asBoolean(),
                old.path("fsType").asText(""),
                attributes,
                null,
                null,
                null,
                null,
                null);
    }

    /// With one secret for everything.
    static CsiSource withSecret(CsiSource csi, @Nullable SecretRef secret) {
        return new CsiSource(
                csi.driver(),
                csi.handle(),
                csi.readOnly(),
                csi.fsType(),
                csi.attributes(),
                secret,
                secret,
                secret,
                secret,
                secret);
    }

    static CsiSource withStageSecret(CsiSource csi, SecretRef secret) {
        return new CsiSource(
                csi.driver(),
                csi.handle(),
                csi.readOnly(),
                csi.fsType(),
                csi.attributes(),
                null,
                secret,
                null,
                null,
                null);
    }

    static Volume volume(Volume old, CsiSource csi, List<Volume.NodeTerm> nodeTerms) {
        return volume(old, csi, nodeTerms, old.accessModes());
    }

    static Volume volume(Volume old, CsiSource csi, List<Volume.NodeTerm> nodeTerms, List<String> accessModes) {
        return new Volume(
                old.meta(),
                old.capacity(),
                accessModes,
                old.reclaimPolicy(),
                old.storageClass(),
                old.volumeMode(),
                old.mountOptions(),
                old.claim(),
                csi,
                null,
                nodeTerms,
                old.attributesClass(),
                old.phase());
    }

    static StorageClass storageClass(
            StorageClass old, String provisioner, Map<String, String> parameters, List<List<Requirement>> topologies) {
        return new StorageClass(
                old.meta(),
                provisioner,
                Map.copyOf(parameters),
                old.reclaimPolicy(),
                old.mountOptions(),
                old.expandable(),
                old.waitsForConsumer(),
                topologies);
    }
}
