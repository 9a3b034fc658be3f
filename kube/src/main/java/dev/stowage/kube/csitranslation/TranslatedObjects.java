package dev.stowage.kube.csitranslation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.LabelRequirement;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolume.CsiSource;
import dev.stowage.kube.model.SecretReference;
import dev.stowage.kube.model.StorageClass;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Copies of objects with the fields that translation changes.
final class TranslatedObjects {

    private TranslatedObjects() {}

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

    /// With the same secret for every call.
    static CsiSource withSecret(CsiSource csi, @Nullable SecretReference secret) {
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

    static CsiSource withStageSecret(CsiSource csi, SecretReference secret) {
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

    static PersistentVolume volume(
            PersistentVolume old, CsiSource csi, List<PersistentVolume.NodeSelectorTerm> nodeTerms) {
        return volume(old, csi, nodeTerms, old.accessModes());
    }

    static PersistentVolume volume(
            PersistentVolume old,
            CsiSource csi,
            List<PersistentVolume.NodeSelectorTerm> nodeTerms,
            List<String> accessModes) {
        return new PersistentVolume(
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
                null,
                nodeTerms,
                old.attributesClass(),
                old.phase());
    }

    static StorageClass storageClass(
            StorageClass old,
            String provisioner,
            Map<String, String> parameters,
            List<List<LabelRequirement>> topologies) {
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
