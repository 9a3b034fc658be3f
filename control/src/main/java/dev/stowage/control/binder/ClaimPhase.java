package dev.stowage.control.binder;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.Quantity;
import dev.stowage.k8s.names.VolumeAnnotations;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.PersistentVolumeClaimStatus;
import java.util.Objects;

/// Updates the status of a claim, only where it differs.
final class ClaimPhase {
    static final String PENDING = "Pending";
    static final String BOUND = "Bound";
    static final String LOST = "Lost";

    private ClaimPhase() {}

    static void bound(
            PatchBuilder<PersistentVolumeClaim> patchBuilder, PersistentVolumeClaim claim, PersistentVolume volume) {
        PersistentVolumeClaimStatus status = claim.status();
        if (!status.accessModes().equals(volume.accessModes())) {
            volume.accessModes().forEach(patchBuilder.status().putArray("accessModes")::add);
        }
        if (status.phase().equals(BOUND)) {
            // From now on the resizer owns size and attributes: a size that differs from the volume's may
            // mean that the file system has not been expanded yet.
            return;
        }
        patchBuilder.status().put("phase", BOUND);
        String before = volume.meta().annotation(VolumeAnnotations.PRE_RESIZE_CAPACITY);
        Quantity size = Quantity.parseOrZero(before).isZero() ? volume.capacity() : Quantity.parseOrZero(before);
        if (status.capacity().value() != size.value()) {
            patchBuilder.status().putObject("capacity").put("storage", size.text());
        }
        if (status.phase().equals(PENDING)
                && !Objects.equals(status.currentAttributesClass(), volume.attributesClass())) {
            patchBuilder.status().put("currentVolumeAttributesClassName", volume.attributesClass());
        }
    }

    /// Pending or Lost: no volume is reported.
    static void without(PatchBuilder<PersistentVolumeClaim> patchBuilder, PersistentVolumeClaim claim, String phase) {
        PersistentVolumeClaimStatus status = claim.status();
        if (!status.phase().equals(phase)) {
            patchBuilder.status().put("phase", phase);
        }
        clear(patchBuilder, "accessModes", !status.accessModes().isEmpty());
        clear(patchBuilder, "capacity", !status.capacity().isZero());
        clear(patchBuilder, "currentVolumeAttributesClassName", status.currentAttributesClass() != null);
    }

    private static void clear(PatchBuilder<PersistentVolumeClaim> patchBuilder, String field, boolean there) {
        if (there) {
            ObjectNode status = patchBuilder.status();
            status.putNull(field);
        }
    }
}
