package dev.stowage.sdk.service;

import dev.stowage.csi.v1.ControllerPublishVolumeRequest;
import dev.stowage.csi.v1.ControllerPublishVolumeResponse;
import dev.stowage.csi.v1.ControllerUnpublishVolumeRequest;
import dev.stowage.csi.v1.ControllerUnpublishVolumeResponse;
import dev.stowage.sdk.Attaching;
import dev.stowage.sdk.Attachment;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.VolumeCapability;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Volumes to nodes and back.
record AttachCalls(Base base) {

    ControllerPublishVolumeResponse attach(ControllerPublishVolumeRequest request) throws CsiException, IOException {
        Attachment attachment = base.roles().require(Attachment.class, "ControllerPublishVolume");
        VolumeId id = Requests.volume(request.getVolumeId(), "volume_id");
        String node = Requests.required(request.getNodeId(), "node_id");
        VolumeCapability capability = Requests.capability(request.hasVolumeCapability(), request.getVolumeCapability());
        base.permitted().check(List.of(capability));
        if (request.getReadonly() && !attachment.canAttachReadOnly()) {
            throw CsiException.invalid("readonly: this driver cannot attach for reading only");
        }
        try (var _ = base.locks().exclusive(id)) {
            if (base.volumes().isPresent()) {
                base.volumes().get().require(id);
            }
            if (!attachment.knowsNode(node)) {
                throw Requests.notFound("node", node);
            }
            return ControllerPublishVolumeResponse.newBuilder()
                    .putAllPublishContext(attachment.attach(new Attaching(
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
        Attachment attachment = base.roles().require(Attachment.class, "ControllerUnpublishVolume");
        Optional<VolumeId> id = VolumeId.parse(Requests.required(request.getVolumeId(), "volume_id"));
        if (id.isPresent()) { // what could never have been a volume of ours is attached nowhere
            try (var _ = base.locks().exclusive(id.get())) {
                attachment.detach(
                        id.get(),
                        request.getNodeId().isEmpty() ? Optional.empty() : Optional.of(request.getNodeId()),
                        new Secrets(request.getSecretsMap()));
            }
        }
        return ControllerUnpublishVolumeResponse.getDefaultInstance();
    }
}
