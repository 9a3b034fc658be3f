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
import io.grpc.Status;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Calls ControllerModifyVolume.
record ModifyCalls(Driver driver, SecretReader secrets, Duration timeout, boolean extraMetadata) {

    /// The driver sees the parameters of a class only, and may understand those of a class for another driver, so
    /// that is refused here.
    ///
    /// @throws io.grpc.StatusRuntimeException when the call fails, or the class is for another driver
    void modify(PersistentVolumeClaim claim, PersistentVolume volume, VolumeAttributesClass target)
            throws ApiFailure, InterruptedException {
        if (!target.driver().equals(driver.name())) {
            throw Status.INVALID_ARGUMENT
                    .withDescription("VAC " + target.meta().name() + " is for driver " + target.driver()
                            + " which does not match driver name " + driver.name())
                    .asRuntimeException();
        }
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
