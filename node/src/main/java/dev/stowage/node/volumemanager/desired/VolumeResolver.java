package dev.stowage.node.volumemanager.desired;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.names.StorageFinalizers;
import dev.stowage.kube.csitranslation.CsiTranslator;
import dev.stowage.kube.model.CsiDriver;
import dev.stowage.kube.model.ObjectMeta;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.SecretReference;
import dev.stowage.node.builtinvolume.BuiltInVolume;
import dev.stowage.node.layout.KubeletPaths;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.podvolumes.PodVolumeKey;
import dev.stowage.node.podvolumes.VolumeKey;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Resolves a volume in a pod spec to the volume of a driver, or to one that needs no driver.
final class VolumeResolver {

    private VolumeResolver() {}

    static ResolvedVolume of(NodePod pod, JsonNode volume, UsedVolumes usedVolumes, ObjectLookup objectLookup)
            throws VolumeResolveException {
        String name = volume.path("name").asText("");
        JsonNode claim = volume.path("persistentVolumeClaim");
        if (claim.isObject()) {
            String claimName = claim.path("claimName").asText("");
            return claimed(pod, name, claimName, claim.path("readOnly").asBoolean(), false, usedVolumes, objectLookup);
        }
        if (volume.path("ephemeral").isObject()) {
            return claimed(pod, name, pod.meta().name() + "-" + name, false, true, usedVolumes, objectLookup);
        }
        if (volume.path("csi").isObject()) {
            return new ResolvedVolume.OfDriver(inline(pod, name, volume.path("csi"), objectLookup));
        }
        Optional<PersistentVolume> migrated = InTreeInlineVolumes.of(pod, volume);
        if (migrated.isPresent()) {
            return new ResolvedVolume.OfDriver(persistent(pod, name, false, migrated.get(), null));
        }
        throw new VolumeResolveException(
                "failed to get Plugin from volumeSpec for volume \"" + name + "\" err=no volume plugin matched");
    }

    private static ResolvedVolume claimed(
            NodePod pod,
            String name,
            String claimName,
            boolean readOnly,
            boolean ephemeral,
            UsedVolumes usedVolumes,
            ObjectLookup objectLookup)
            throws VolumeResolveException {
        NamespacedName key = new NamespacedName(pod.meta().namespace(), claimName);
        PersistentVolumeClaim claim = claim(key, objectLookup);
        if (ephemeral && !isOf(claim, pod)) {
            throw new VolumeResolveException(
                    "PVC " + key + " was not created for pod " + pod.shown() + " (pod is not owner)");
        }
        PersistentVolume volume = CsiTranslator.toCsi(volume(key, claim, objectLookup));
        boolean block = volume.volumeMode().equals("Block");
        String use = block ? "volumeMounts" : "volumeDevices";
        if ((block ? usedVolumes.mounts() : usedVolumes.devices()).contains(name)) {
            throw new VolumeResolveException(
                    "volume " + name + " has volumeMode " + volume.volumeMode() + ", but is specified in " + use);
        }
        PersistentVolume.InTreeSource builtIn = volume.nodeSource();
        return builtIn == null
                ? new ResolvedVolume.OfDriver(persistent(pod, name, readOnly, volume, claim))
                : new ResolvedVolume.BuiltIn(BuiltInVolume.claimed(name, volume, builtIn, readOnly));
    }

    private static PersistentVolumeClaim claim(NamespacedName key, ObjectLookup objectLookup)
            throws VolumeResolveException {
        PersistentVolumeClaim claim = objectLookup
                .claims()
                .apply(key)
                .orElseThrow(() -> processing(
                        key,
                        "failed to fetch PVC from API server: persistentvolumeclaims \"" + key.name()
                                + "\" not found"));
        if (claim.isBeingDeleted() && !claim.meta().hasFinalizer(StorageFinalizers.PVC_PROTECTION)) {
            throw processing(key, "PVC is being deleted");
        }
        if (!claim.status().isBound()) {
            throw processing(key, "PVC is not bound");
        }
        if (claim.volumeName().isEmpty()) {
            throw processing(key, "PVC has empty pvc.Spec.VolumeName");
        }
        return claim;
    }

    private static PersistentVolume volume(NamespacedName key, PersistentVolumeClaim claim, ObjectLookup objectLookup)
            throws VolumeResolveException {
        String name = claim.volumeName();
        PersistentVolume volume = objectLookup
                .volumes()
                .apply(name)
                .orElseThrow(() -> processing(
                        key,
                        "failed to fetch PV " + name + " from API server: persistentvolumes \"" + name
                                + "\" not found"));
        ObjectReference bound = volume.claim();
        if (bound == null) {
            throw processing(
                    key,
                    "found PV object " + name
                            + " but it has a nil pv.Spec.ClaimRef indicating it is not yet bound to the claim");
        }
        if (!bound.uid().equals(claim.meta().uid())) {
            throw processing(
                    key,
                    "found PV object " + name + " but its pv.Spec.ClaimRef.UID " + bound.uid()
                            + " does not point to claim.UID " + claim.meta().uid());
        }
        return volume;
    }

    private static DesiredVolume persistent(
            NodePod pod, String name, boolean readOnly, PersistentVolume volume, @Nullable PersistentVolumeClaim claim)
            throws VolumeResolveException {
        PersistentVolume.CsiSource csi = volume.csi();
        if (csi == null) {
            throw new VolumeResolveException("failed to get Plugin from volumeSpec for volume \""
                    + volume.meta().name() + "\" err=no volume plugin matched");
        }
        PodVolumeKey podVolumeKey = new PodVolumeKey(
                pod.uid(), volume.meta().name(), volume.volumeMode().equals("Block"));
        return new DesiredVolume(
                new VolumeKey(csi.driver(), csi.handle()),
                podVolumeKey,
                pod,
                List.of(name),
                readOnly,
                new VolumeSource.Persistent(volume, csi, claim));
    }

    private static DesiredVolume inline(NodePod pod, String name, JsonNode csi, ObjectLookup objectLookup)
            throws VolumeResolveException {
        String driver = csi.path("driver").asText("");
        Optional<CsiDriver> said = objectLookup.drivers().apply(driver);
        if (said.isEmpty()) {
            throw new VolumeResolveException(
                    "volume mode \"Ephemeral\" not supported by driver " + driver + " (no CSIDriver object)");
        }
        List<String> modes = said.get().modes();
        if (!modes.contains("Ephemeral")) {
            String known = modes.stream().map(mode -> "\"" + mode + "\"").collect(Collectors.joining(" ", "[", "]"));
            throw new VolumeResolveException(
                    "volume mode \"Ephemeral\" not supported by driver " + driver + " (only supports " + known + ")");
        }
        String secret = csi.path("nodePublishSecretRef").path("name").asText("");
        Map<String, String> attributes = new LinkedHashMap<>();
        csi.path("volumeAttributes")
                .propertyStream()
                .forEach(
                        field -> attributes.put(field.getKey(), field.getValue().asText("")));
        VolumeSource volumeSource = new VolumeSource.Inline(
                csi.path("fsType").asText(""),
                attributes,
                secret.isEmpty() ? null : new SecretReference(pod.meta().namespace(), secret));
        return new DesiredVolume(
                new VolumeKey(driver, "csi-" + KubeletPaths.digest(pod.uid() + name)),
                new PodVolumeKey(pod.uid(), name, false),
                pod,
                List.of(name),
                csi.path("readOnly").asBoolean(),
                volumeSource);
    }

    private static boolean isOf(PersistentVolumeClaim claim, NodePod pod) {
        return claim.meta()
                .controller()
                .map(ObjectMeta.OwnerReference::uid)
                .filter(pod.uid()::equals)
                .isPresent();
    }

    private static VolumeResolveException processing(NamespacedName claim, String why) {
        return new VolumeResolveException("error processing PVC " + claim + ": " + why);
    }
}
