package dev.stowage.kube.model;

import dev.stowage.k8s.LabelSelector;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Whether a volume can serve a claim.
public final class VolumeClaimMatch {

    private VolumeClaimMatch() {}

    /// Whether the volume points to the claim: by name, and by uid where it has one.
    public static boolean isReserved(PersistentVolume volume, PersistentVolumeClaim claim) {
        ObjectReference ref = volume.claim();
        return ref != null
                && ref.key().equals(claim.key())
                && (ref.uid().isEmpty() || ref.uid().equals(claim.meta().uid()));
    }

    /// Why a volume that the claim names cannot be bound to it, as a message for its user; null when it
    /// can. Labels do not matter: a claim that names a volume has chosen.
    static @Nullable public String mismatch(PersistentVolume volume, PersistentVolumeClaim claim) {
        if (volume.isBeingDeleted()) {
            return "the volume is marked for deletion \"" + volume.meta().name() + "\"";
        }
        if (volume.capacity().compareTo(claim.request()) < 0) {
            return "requested PV is too small";
        }
        if (!volume.effectiveClass().equals(classOf(claim))) {
            return "storageClassName does not match";
        }
        if (!attributesClassOf(volume).equals(attributesClassOf(claim))) {
            return "volumeAttributesClassName does not match";
        }
        if (!volume.volumeMode().equals(claim.volumeMode())) {
            return "incompatible volumeMode";
        }
        return volume.accessModes().containsAll(claim.accessModes()) ? null : "incompatible accessMode";
    }

    /// Whether the claim may have the volume when it is free.
    public static boolean matches(PersistentVolume volume, PersistentVolumeClaim claim) {
        return mismatch(volume, claim) == null && isSelected(volume, claim);
    }

    /// Whether a volume that is reserved for the claim may serve it. Its class does not matter then.
    public static boolean satisfies(PersistentVolume volume, PersistentVolumeClaim claim) {
        return !volume.isBeingDeleted()
                && volume.capacity().compareTo(claim.request()) >= 0
                && volume.volumeMode().equals(claim.volumeMode())
                && attributesClassOf(volume).equals(attributesClassOf(claim))
                && volume.accessModes().containsAll(claim.accessModes());
    }

    public static boolean isSelected(PersistentVolume volume, PersistentVolumeClaim claim) {
        LabelSelector selector = claim.selector();
        return selector == null || selector.matches(volume.meta().labels());
    }

    /// Empty for a claim without a class, which is served by volumes without one.
    public static String classOf(PersistentVolumeClaim claim) {
        return Objects.requireNonNullElse(claim.effectiveClass(), "");
    }

    public static String attributesClassOf(PersistentVolumeClaim claim) {
        return Objects.requireNonNullElse(claim.attributesClass(), "");
    }

    public static String attributesClassOf(PersistentVolume volume) {
        return Objects.requireNonNullElse(volume.attributesClass(), "");
    }
}
