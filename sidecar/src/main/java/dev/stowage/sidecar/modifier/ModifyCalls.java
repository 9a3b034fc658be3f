package dev.stowage.sidecar.modifier;

import dev.stowage.csi.v1.ControllerModifyVolumeRequest;
import dev.stowage.k8s.names.CsiKeys;
import dev.stowage.k8s.names.VolumeAnnotations;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.SecretReference;
import dev.stowage.kube.model.VolumeAttributesClass;
import dev.stowage.sidecar.driver.Driver;
import dev.stowage.sidecar.secret.SecretReader;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Calls ControllerModifyVolume.
record ModifyCalls(Driver driver, SecretReader secrets, Duration timeout, boolean extraMetadata) {

    /// @throws io.grpc.StatusRuntimeException when the call fails
    void modify(PersistentVolumeClaim claim, PersistentVolume volume, VolumeAttributesClass target)
            throws ApiFailure, InterruptedException {
        PersistentVolume.CsiSource source = volume.csi();
        if (source == null || source.handle().isEmpty()) {
            throw new IllegalArgumentException(
                    "volume " + volume.meta().name() + " has no volume handle of this driver");
        }
        var request = ControllerModifyVolumeRequest.newBuilder()
                .setVolumeId(source.handle())
                .putAllSecrets(secrets.read(secret(volume, source)))
                .putAllMutableParameters(parameters(claim, volume, target, extraMetadata))
                .build();
        var _ = driver.controller(timeout).controllerModifyVolume(request);
    }

    static Map<String, String> parameters(
            PersistentVolumeClaim claim, PersistentVolume volume, VolumeAttributesClass target, boolean extraMetadata) {
        if (!extraMetadata) {
            return target.parameters();
        }
        Map<String, String> all = new HashMap<>(target.parameters());
        all.put(CsiKeys.PVC_NAME, claim.meta().name());
        all.put(CsiKeys.PVC_NAMESPACE, claim.meta().namespace());
        all.put(CsiKeys.PV_NAME, volume.meta().name());
        return all;
    }

    static @Nullable SecretReference secret(PersistentVolume volume, PersistentVolume.CsiSource source) {
        String name = volume.meta().annotation(VolumeAnnotations.CONTROLLER_MODIFY_SECRET_NAME);
        String namespace = volume.meta().annotation(VolumeAnnotations.CONTROLLER_MODIFY_SECRET_NAMESPACE);
        return name.isEmpty() || namespace.isEmpty()
                ? source.controllerExpandSecret()
                : new SecretReference(namespace, name);
    }
}
