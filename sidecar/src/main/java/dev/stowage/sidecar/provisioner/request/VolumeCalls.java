package dev.stowage.sidecar.provisioner.request;

import dev.stowage.csi.v1.ControllerServiceCapability.RPC;
import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.DeleteVolumeRequest;
import dev.stowage.csi.v1.PluginCapability.Service;
import dev.stowage.csi.v1.Volume;
import dev.stowage.sidecar.driver.Driver;
import dev.stowage.sidecar.provisioner.extension.ProvisioningException;
import dev.stowage.sidecar.provisioner.extension.ProvisioningState;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.Map;

/// Calls CreateVolume and DeleteVolume.
public final class VolumeCalls {
    private static final int CLEANUP_TRIES = 5;

    private final Driver driver;
    private final Duration timeout;

    public VolumeCalls(Driver driver, Duration timeout) {
        this.driver = driver;
        this.timeout = timeout;
    }

    /// @param modifies whether the claim has a VolumeAttributesClass
    public void checkCapabilities(boolean modifies) throws ProvisioningException {
        if (!driver.has(Service.Type.CONTROLLER_SERVICE)) {
            throw cannot("dynamic provisioning: plugin CONTROLLER_SERVICE");
        }
        if (!driver.has(RPC.Type.CREATE_DELETE_VOLUME)) {
            throw cannot("dynamic provisioning: controller CREATE_DELETE_VOLUME");
        }
        if (modifies && !driver.has(RPC.Type.MODIFY_VOLUME)) {
            throw cannot("VolumeAttributesClass: controller MODIFY_VOLUME");
        }
    }

    private static ProvisioningException cannot(String what) {
        return new ProvisioningException(
                ProvisioningState.FINISHED, "CSI driver does not support " + what + " capability is not reported");
    }

    /// @throws StatusRuntimeException when the call fails
    public Volume create(CreateVolumeRequest request, boolean migrated) {
        return driver.controller(timeout, migrated).createVolume(request).getVolume();
    }

    /// @throws StatusRuntimeException when the call fails
    public void delete(String id, Map<String, String> secrets, boolean migrated) {
        var _ = driver.controller(timeout, migrated).deleteVolume(request(id, secrets));
    }

    /// Deletes a volume that has no PersistentVolume, with a few retries.
    ///
    /// @throws StatusRuntimeException the last failure
    public void cleanUp(String id, Map<String, String> secrets) {
        var controller = driver.controller(timeout);
        for (int attempt = 1; ; attempt++) {
            try {
                var _ = controller.deleteVolume(request(id, secrets));
                return;
            } catch (StatusRuntimeException e) {
                if (attempt == CLEANUP_TRIES) {
                    throw e;
                }
            }
        }
    }

    private static DeleteVolumeRequest request(String id, Map<String, String> secrets) {
        return DeleteVolumeRequest.newBuilder()
                .setVolumeId(id)
                .putAllSecrets(secrets)
                .build();
    }
}
