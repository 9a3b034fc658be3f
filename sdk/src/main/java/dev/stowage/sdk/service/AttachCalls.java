package dev.stowage.sdk.service;

import dev.stowage.csi.v1.ControllerPublishVolumeRequest;
import dev.stowage.csi.v1.ControllerPublishVolumeResponse;
import dev.stowage.csi.v1.ControllerUnpublishVolumeRequest;
import dev.stowage.csi.v1.ControllerUnpublishVolumeResponse;
import dev.stowage.sdk.AttachRequest;
import dev.stowage.sdk.Attaching;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.VolumeCapability;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Attaches and detaches volumes.
record AttachCalls(ServiceContext serviceContext) {

    ControllerPublishVolumeResponse attach(ControllerPublishVolumeRequest request) throws CsiException, IOException {
        Attaching attachment = serviceContext.driverRoles().require(Attaching.class, "ControllerPublishVolume");
        VolumeId id = RequestFields.volume(request.getVolumeId(), "volume_id");
        String node = RequestFields.required(request.getNodeId(), "node_id");
        VolumeCapability capability =
                RequestFields.capability(request.hasVolumeCapability(), request.getVolumeCapability());
        serviceContext.volumeCapabilityCheck().check(List.of(capability));
        if (request.getReadonly() && !attachment.canAttachReadOnly()) {
            throw CsiException.invalidArgument("readonly: this driver cannot attach read-only");
        }
        try (var _ = serviceContext.operationLocks().exclusive(id)) {
            if (serviceContext.volumes().isPresent()) {
                serviceContext.volumes().get().require(id);
            }
            if (!attachment.knowsNode(node)) {
                throw RequestFields.notFound("node", node);
            }
            return ControllerPublishVolumeResponse.newBuilder()
                    .putAllPublishContext(attachment.attach(new AttachRequest(
                            id,
                            node,
                            capability,
                            request.getReadonly(),
                            request.getVolumeContextMap(),
                            new Secrets(request.getSecretsMap()))))
                    .build();
        }
    }

    ControllerUnpublishVolumeResponse detach(ControllerUnpublishVolumeRequest request)
            throws CsiException, IOException {
        Attaching attachment = serviceContext.driverRoles().require(Attaching.class, "ControllerUnpublishVolume");
        Optional<VolumeId> id = VolumeId.parse(RequestFields.required(request.getVolumeId(), "volume_id"));
        if (id.isPresent()) { // an id that cannot be ours is not attached
            try (var _ = serviceContext.operationLocks().exclusive(id.get())) {
                attachment.detach(
                        id.get(),
                        request.getNodeId().isEmpty() ? Optional.empty() : Optional.of(request.getNodeId()),
                        new Secrets(request.getSecretsMap()));
            }
        }
        return ControllerUnpublishVolumeResponse.getDefaultInstance();
    }
}
