package dev.stowage.sidecar.provision;

import dev.stowage.csi.v1.CapacityRange;
import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.VolumeCapability;
import dev.stowage.csi.v1.VolumeCapability.AccessMode;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.kube.secret.SecretTemplateException;
import dev.stowage.sidecar.driver.AccessModes;
import dev.stowage.sidecar.provision.seam.Refusal;
import dev.stowage.sidecar.provision.seam.State;
import dev.stowage.sidecar.secret.SecretKeys;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What follows from a claim and its class alone: everything but places, sources and the content of secrets.
///
/// @param request without those
/// @param fsType empty when nobody names one
record VolumeRequest(CreateVolumeRequest request, String fsType, SecretRefs secrets) {
    private static final String FS_TYPE = SecretKeys.PREFIX + "fstype";

    static VolumeRequest of(Terms terms, PersistentVolumeClaim claim, StorageClass storageClass) throws Refusal {
        if (claim.selector() != null) {
            throw new Refusal(State.FINISHED, "claim Selector is not supported");
        }
        String name = VolumeName.of(terms.naming(), claim);
        String fsType = fsType(storageClass.parameters(), terms.defaultFsType());
        CreateVolumeRequest.Builder request = CreateVolumeRequest.newBuilder()
                .setName(name)
                .setCapacityRange(CapacityRange.newBuilder()
                        .setRequiredBytes(claim.request().value()))
                .putAllParameters(parameters(terms, claim, storageClass.parameters(), name));
        for (String mode : claim.accessModes()) {
            request.addVolumeCapabilities(capability(terms, claim, storageClass, fsType, mode));
        }
        return new VolumeRequest(request.build(), fsType, secrets(storageClass, name, claim));
    }

    private static String fsType(Map<String, String> parameters, String fallback) throws Refusal {
        List<String> named = parameters.keySet().stream()
                .filter(key -> key.equalsIgnoreCase("fstype") || key.equals(FS_TYPE))
                .toList();
        if (named.size() > 1) {
            throw new Refusal(
                    State.FINISHED, "fstype specified in parameters with both \"fstype\" and \"" + FS_TYPE + "\" keys");
        }
        String fsType = named.isEmpty() ? "" : parameters.getOrDefault(named.getFirst(), "");
        return fsType.isEmpty() ? fallback : fsType;
    }

    private static VolumeCapability capability(
            Terms terms, PersistentVolumeClaim claim, StorageClass storageClass, String fsType, String mode) throws Refusal {
        VolumeCapability.Builder capability = VolumeCapability.newBuilder();
        try {
            capability.setAccessMode(
                    AccessMode.newBuilder().setMode(AccessModes.of(List.of(mode), terms.tellsWritersApart())));
        } catch (IllegalArgumentException e) {
            throw new Refusal(State.FINISHED, String.valueOf(e.getMessage()), e);
        }
        if (claim.isBlock()) {
            capability.setBlock(VolumeCapability.BlockVolume.getDefaultInstance());
        } else {
            capability.setMount(VolumeCapability.MountVolume.newBuilder()
                    .setFsType(fsType)
                    .addAllMountFlags(storageClass.mountOptions()));
        }
        return capability.build();
    }

    /// What is meant for the driver. Keys under our prefix are not; one that nobody knows is a mistake of the author.
    private static Map<String, String> parameters(Terms terms, PersistentVolumeClaim claim, Map<String, String> written, String volume)
            throws Refusal {
        Map<String, String> passed = new HashMap<>();
        for (var parameter : written.entrySet()) {
            String key = parameter.getKey();
            if (!key.startsWith(SecretKeys.PREFIX)) {
                passed.put(key, parameter.getValue());
            } else if (!key.equals(FS_TYPE) && !SecretKeys.isKnown(key)) {
                throw new Refusal(
                        State.FINISHED,
                        "failed to strip CSI Parameters of prefixed keys: found unknown parameter key \"" + key
                                + "\" with reserved namespace " + SecretKeys.PREFIX);
            }
        }
        if (terms.extraMetadata()) {
            passed.put(SecretKeys.PREFIX + "pvc/name", claim.meta().name());
            passed.put(SecretKeys.PREFIX + "pvc/namespace", claim.meta().namespace());
            passed.put(SecretKeys.PREFIX + "pv/name", volume);
        }
        return passed;
    }

    private static SecretRefs secrets(StorageClass storageClass, String volume, PersistentVolumeClaim claim) throws Refusal {
        try {
            return SecretRefs.of(
                    storageClass.parameters(),
                    new SecretKeys.Subject(
                            volume,
                            claim.meta().namespace(),
                            claim.meta().name(),
                            claim.meta().annotations()));
        } catch (SecretTemplateException e) {
            throw new Refusal(State.NO_CHANGE, String.valueOf(e.getMessage()), e);
        }
    }
}
