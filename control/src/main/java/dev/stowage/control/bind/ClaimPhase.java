package dev.stowage.control.bind;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.PersistentVolumeClaimStatus;
import dev.stowage.k8s.Quantity;
import dev.stowage.kube.model.PersistentVolume;
import java.util.Objects;

/// Brings the status of a claim to what it shall say, and touches nothing that says so already.
final class ClaimPhase {
    static final String PENDING = "Pending";
    static final String BOUND = "Bound";
    static final String LOST = "Lost";

    private ClaimPhase() {}

    static void bound(Draft<PersistentVolumeClaim> draft, PersistentVolumeClaim claim, PersistentVolume volume) {
        PersistentVolumeClaimStatus status = claim.status();
        if (!status.accessModes().equals(volume.accessModes())) {
            volume.accessModes().forEach(draft.status().putArray("accessModes")::add);
        }
        if (status.phase().equals(BOUND)) {
            // From now on size and attributes are the resizer's: a size that differs from the volume's may well mean
            // that the file system has not grown yet.
            return;
        }
        draft.status().put("phase", BOUND);
        String before = volume.meta().annotation(Names.SIZE_BEFORE);
        Quantity size = Quantity.parse(before).isZero() ? volume.capacity() : Quantity.parse(before);
        if (status.capacity().value() != size.value()) {
            draft.status().putObject("capacity").put("storage", size.text());
        }
        if (status.phase().equals(PENDING)
                && !Objects.equals(status.currentAttributesClass(), volume.attributesClass())) {
            draft.status().put("currentVolumeAttributesClassName", volume.attributesClass());
        }
    }

    /// Pending or Lost: nothing is said of a volume.
    static void without(Draft<PersistentVolumeClaim> draft, PersistentVolumeClaim claim, String phase) {
        PersistentVolumeClaimStatus status = claim.status();
        if (!status.phase().equals(phase)) {
            draft.status().put("phase", phase);
        }
        clear(draft, "accessModes", !status.accessModes().isEmpty());
        clear(draft, "capacity", !status.capacity().isZero());
        clear(draft, "currentVolumeAttributesClassName", status.currentAttributesClass() != null);
    }

    private static void clear(Draft<PersistentVolumeClaim> draft, String field, boolean there) {
        if (there) {
            ObjectNode status = draft.status();
            status.putNull(field);
        }
    }
}
