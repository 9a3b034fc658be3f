package dev.stowage.sidecar.attacher;

import dev.stowage.csi.v1.ControllerPublishVolumeRequest;
import dev.stowage.csi.v1.ControllerUnpublishVolumeRequest;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.SecretReference;
import dev.stowage.sidecar.driver.Driver;
import dev.stowage.sidecar.secret.SecretReader;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.Map;

/// Calls ControllerPublishVolume and ControllerUnpublishVolume.
final class PublishCalls {
    private final Driver driver;
    private final SecretReader secrets;
    private final Duration timeout;

    PublishCalls(Driver driver, SecretReader secrets, Duration timeout) {
        this.driver = driver;
        this.secrets = secrets;
        this.timeout = timeout;
    }

    /// An attempt that failed before or in the driver.
    static final class PublishException extends Exception {
        private static final long serialVersionUID = 1;

        private final transient AttachFailure failure;

        PublishException(AttachFailure failure, Exception cause) {
            super(failure.message(), cause);
            this.failure = failure;
        }

        AttachFailure failure() {
            return failure;
        }
    }

    ControllerPublishVolumeRequest request(AttachDecision.Attach attach) throws PublishException, InterruptedException {
        return ControllerPublishVolumeRequest.newBuilder()
                .setVolumeId(attach.attachmentVolume().csi().handle())
                .setNodeId(attach.nodeId())
                .setVolumeCapability(attach.use())
                .setReadonly(attach.readOnly())
                .putAllVolumeContext(attach.attachmentVolume().csi().attributes())
                .putAllSecrets(secrets(attach.attachmentVolume()))
                .build();
    }

    /// @return the publish context for the node
    Map<String, String> publish(ControllerPublishVolumeRequest request, boolean migrated) throws PublishException {
        try {
            return driver.controller(timeout, migrated)
                    .controllerPublishVolume(request)
                    .getPublishContextMap();
        } catch (StatusRuntimeException e) {
            throw new PublishException(AttachFailure.of(e), e);
        }
    }

    void unpublish(AttachDecision.Detach detach) throws PublishException, InterruptedException {
        var request = ControllerUnpublishVolumeRequest.newBuilder()
                .setVolumeId(detach.attachmentVolume().csi().handle())
                .setNodeId(detach.nodeId())
                .putAllSecrets(secrets(detach.attachmentVolume()))
                .build();
        try {
            var _ = driver.controller(timeout, detach.attachmentVolume().migrated())
                    .controllerUnpublishVolume(request);
        } catch (StatusRuntimeException e) {
            throw new PublishException(AttachFailure.of(e), e);
        }
    }

    private Map<String, String> secrets(AttachmentVolume attachmentVolume)
            throws PublishException, InterruptedException {
        SecretReference at = attachmentVolume.csi().controllerPublishSecret();
        try {
            return secrets.read(at);
        } catch (ApiFailure e) {
            String which = at == null ? "" : at.namespace() + "/" + at.name();
            throw new PublishException(AttachFailure.of("cannot read secret " + which + ": " + e.getMessage()), e);
        }
    }
}
