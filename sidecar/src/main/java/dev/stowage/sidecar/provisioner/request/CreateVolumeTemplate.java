package dev.stowage.sidecar.provisioner.request;

import dev.stowage.csi.v1.CapacityRange;
import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.VolumeCapability;
import dev.stowage.csi.v1.VolumeCapability.AccessMode;
import dev.stowage.k8s.names.CsiKeys;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.kube.secret.SecretTemplateException;
import dev.stowage.sidecar.driver.AccessModes;
import dev.stowage.sidecar.provisioner.extension.ProvisioningException;
import dev.stowage.sidecar.provisioner.extension.ProvisioningState;
import dev.stowage.sidecar.secret.SecretParameters;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What follows from a claim and its class alone: everything but topology, data source and the contents of
/// secrets.
///
/// @param request without those
/// @param fsType empty when not set
public record CreateVolumeTemplate(CreateVolumeRequest request, String fsType, VolumeSecretRefs secrets) {
    private static final String FS_TYPE = CsiKeys.PREFIX + "fstype";

    public static CreateVolumeTemplate of(
            ProvisioningSettings settings, PersistentVolumeClaim claim, StorageClass storageClass)
            throws ProvisioningException {
        if (claim.selector() != null) {
            throw new ProvisioningException(ProvisioningState.FINISHED, "claim Selector is not supported");
        }
        String name = VolumeName.of(settings.naming(), claim);
        String fsType = fsType(storageClass.parameters(), settings.defaultFsType());
        CreateVolumeRequest.Builder request = CreateVolumeRequest.newBuilder()
                .setName(name)
                .setCapacityRange(CapacityRange.newBuilder()
                        .setRequiredBytes(claim.request().value()))
                .putAllParameters(parameters(settings, claim, storageClass.parameters(), name));
        for (String mode : claim.accessModes()) {
            request.addVolumeCapabilities(capability(settings, claim, storageClass, fsType, mode));
        }
        return new CreateVolumeTemplate(request.build(), fsType, secrets(storageClass, name, claim));
    }

    private static String fsType(Map<String, String> parameters, String fallback) throws ProvisioningException {
        List<String> named = parameters.keySet().stream()
                .filter(key -> key.equalsIgnoreCase("fstype") || key.equals(FS_TYPE))
                .toList();
        if (named.size() > 1) {
            throw new ProvisioningException(
                    ProvisioningState.FINISHED,
                    "fstype specified in parameters with both \"fstype\" and \"" + FS_TYPE + "\" keys");
        }
        String fsType = named.isEmpty() ? "" : parameters.getOrDefault(named.getFirst(), "");
        return fsType.isEmpty() ? fallback : fsType;
    }

    private static VolumeCapability capability(
            ProvisioningSettings settings,
            PersistentVolumeClaim claim,
            StorageClass storageClass,
            String fsType,
            String mode)
            throws ProvisioningException {
        VolumeCapability.Builder capability = VolumeCapability.newBuilder();
        try {
            capability.setAccessMode(
                    AccessMode.newBuilder().setMode(AccessModes.of(List.of(mode), settings.multiWriter())));
        } catch (IllegalArgumentException e) {
            throw new ProvisioningException(ProvisioningState.FINISHED, String.valueOf(e.getMessage()), e);
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

    /// The parameters for the driver. Keys with our prefix are not passed on; an unknown one is an error in
    /// the class.
    private static Map<String, String> parameters(
            ProvisioningSettings settings, PersistentVolumeClaim claim, Map<String, String> written, String volume)
            throws ProvisioningException {
        Map<String, String> passed = new HashMap<>();
        for (var parameter : written.entrySet()) {
            String key = parameter.getKey();
            if (!key.startsWith(CsiKeys.PREFIX)) {
                passed.put(key, parameter.getValue());
            } else if (!key.equals(FS_TYPE) && !SecretParameters.isKnown(key)) {
                throw new ProvisioningException(
                        ProvisioningState.FINISHED,
                        "failed to strip CSI Parameters of prefixed keys: found unknown parameter key \"" + key
                                + "\" with reserved namespace " + CsiKeys.PREFIX);
            }
        }
        if (settings.extraMetadata()) {
            passed.put(CsiKeys.PREFIX + "pvc/name", claim.meta().name());
            passed.put(CsiKeys.PREFIX + "pvc/namespace", claim.meta().namespace());
            passed.put(CsiKeys.PREFIX + "pv/name", volume);
        }
        return passed;
    }

    private static VolumeSecretRefs secrets(StorageClass storageClass, String volume, PersistentVolumeClaim claim)
            throws ProvisioningException {
        try {
            return VolumeSecretRefs.of(
                    storageClass.parameters(),
                    new SecretParameters.TemplateValues(
                            volume,
                            claim.meta().namespace(),
                            claim.meta().name(),
                            claim.meta().annotations()));
        } catch (SecretTemplateException e) {
            throw new ProvisioningException(ProvisioningState.NO_CHANGE, String.valueOf(e.getMessage()), e);
        }
    }
}
