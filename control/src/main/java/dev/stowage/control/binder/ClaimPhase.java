package dev.stowage.control.binder;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.Quantity;
import dev.stowage.k8s.VolumeAnnotations;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.PersistentVolumeClaimStatus;
import java.util.Objects;

/// Brings the status of a claim to what it shall say, and touches nothing that says so already.
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
            // From now on size and attributes are the resizer's: a size that differs from the volume's may well mean
            // that the file system has not grown yet.
            return;
        }
        patchBuilder.status().put("phase", BOUND);
        String before = volume.meta().annotation(VolumeAnnotations.SIZE_BEFORE);
        Quantity size = Quantity.parse(before).isZero() ? volume.capacity() : Quantity.parse(before);
        if (status.capacity().value() != size.value()) {
            patchBuilder.status().putObject("capacity").put("storage", size.text());
        }
        if (status.phase().equals(PENDING)
                && !Objects.equals(status.currentAttributesClass(), volume.attributesClass())) {
            patchBuilder.status().put("currentVolumeAttributesClassName", volume.attributesClass());
        }
    }

    /// Pending or Lost: nothing is said of a volume.
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
