package dev.stowage.sidecar.attach;

import dev.stowage.csi.v1.ControllerPublishVolumeRequest;
import dev.stowage.csi.v1.ControllerUnpublishVolumeRequest;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.SecretReference;
import dev.stowage.sidecar.driver.Driver;
import dev.stowage.sidecar.secret.SecretReader;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.Map;

/// Asks the driver to attach and to detach.
final class Publishing {
    private final Driver driver;
    private final SecretReader secrets;
    private final Duration timeout;

    Publishing(Driver driver, SecretReader secrets, Duration timeout) {
        this.driver = driver;
        this.secrets = secrets;
        this.timeout = timeout;
    }

    /// An attempt that failed before or in the driver.
    static final class Failed extends Exception {
        private static final long serialVersionUID = 1;

        private final transient Trouble trouble;

        Failed(Trouble trouble, Exception cause) {
            super(trouble.message(), cause);
            this.trouble = trouble;
        }

        Trouble trouble() {
            return trouble;
        }
    }

    ControllerPublishVolumeRequest request(AttachDecision.Attach attach) throws Failed, InterruptedException {
        return ControllerPublishVolumeRequest.newBuilder()
                .setVolumeId(attach.target().csi().handle())
                .setNodeId(attach.nodeId())
                .setVolumeCapability(attach.use())
                .setReadonly(attach.readOnly())
                .putAllVolumeContext(attach.target().csi().attributes())
                .putAllSecrets(secrets(attach.target()))
                .build();
    }

    /// @return what the node will need to know
    Map<String, String> publish(ControllerPublishVolumeRequest request, boolean migrated) throws Failed {
        try {
            return driver.controller(timeout, migrated)
                    .controllerPublishVolume(request)
                    .getPublishContextMap();
        } catch (StatusRuntimeException e) {
            throw new Failed(Trouble.of(e), e);
        }
    }

    void unpublish(AttachDecision.Detach detach) throws Failed, InterruptedException {
        var request = ControllerUnpublishVolumeRequest.newBuilder()
                .setVolumeId(detach.target().csi().handle())
                .setNodeId(detach.nodeId())
                .putAllSecrets(secrets(detach.target()))
                .build();
        try {
            var _ = driver.controller(timeout, detach.target().migrated()).controllerUnpublishVolume(request);
        } catch (StatusRuntimeException e) {
            throw new Failed(Trouble.of(e), e);
        }
    }

    private Map<String, String> secrets(Target target) throws Failed, InterruptedException {
        SecretReference at = target.csi().controllerPublishSecret();
        try {
            return secrets.read(at);
        } catch (ApiFailure e) {
            String which = at == null ? "" : at.namespace() + "/" + at.name();
            throw new Failed(Trouble.of("cannot read secret " + which + ": " + e.getMessage()), e);
        }
    }
}
