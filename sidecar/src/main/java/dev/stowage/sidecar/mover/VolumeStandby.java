package dev.stowage.sidecar.mover;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.ApiResources;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.ObjectMeta;
import dev.stowage.kube.model.ObjectReference;

/// A copy of a claim's volume that another node keeps, at most as old as its interval, and how old it is.
record VolumeStandby(ObjectMeta meta, StandbySpec spec, StandbyStatus status) implements KubeObject {

    /// No namespace has such a name, so a VolumeMove is never taken for a standby.
    static final String HOLDER_PREFIX = "VolumeStandby:";

    static final Kind<VolumeStandby> KIND = new Kind<>(ApiResources.VOLUME_STANDBYS, VolumeStandby::read);

    static VolumeStandby read(JsonNode object) {
        return new VolumeStandby(
                ObjectMeta.read(object),
                StandbySpec.read(object.path("spec")),
                StandbyStatus.read(object.path("status")));
    }

    NamespacedName claim() {
        return new NamespacedName(meta.namespace(), spec.claimName());
    }

    ObjectReference reference() {
        return ObjectReference.to(ApiResources.VOLUME_STANDBYS, meta);
    }

    /// Names it on a volume that it is about to replace.
    String holder() {
        return HOLDER_PREFIX + meta.namespace() + "/" + meta.name() + "/" + meta.uid();
    }

    /// Whether the peer that has the copy may take the volume, and not only read it.
    boolean isPromoted() {
        return status.phase() == StandbyPhase.PROMOTING || status.phase() == StandbyPhase.PROMOTED;
    }
}
