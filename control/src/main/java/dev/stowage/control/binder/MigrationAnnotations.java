package dev.stowage.control.binder;

import dev.stowage.k8s.VolumeAnnotations;
import dev.stowage.kube.csitranslation.CsiTranslator;
import dev.stowage.kube.model.ObjectMeta;
import dev.stowage.kube.model.PersistentVolume;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Marks for what was made under a name from before CSI: the driver that has taken it over finds its work by them.
final class MigrationAnnotations {
    /// Kept a volume of Kubernetes' own provisioners until its storage was gone.
    static final String OWN_FINALIZER = "kubernetes.io/pv-controller";

    /// The same, of the external provisioner.
    static final String EXTERNAL_FINALIZER = "external-provisioner.volume.kubernetes.io/finalizer";

    private MigrationAnnotations() {}

    /// What is to be changed in the annotations of a claim; null takes one away.
    static Map<String, @Nullable String> ofClaim(ObjectMeta claim) {
        String provisioner = claim.annotations()
                .getOrDefault(
                        VolumeAnnotations.PROVISIONER, claim.annotations().get(VolumeAnnotations.OLD_PROVISIONER));
        return annotations(claim, provisioner);
    }

    static Map<String, @Nullable String> ofVolume(ObjectMeta volume) {
        return annotations(volume, volume.annotations().get(VolumeAnnotations.PROVISIONED_BY));
    }

    /// @param provisioner null for what nobody was asked to make
    static Map<String, @Nullable String> annotations(ObjectMeta meta, @Nullable String provisioner) {
        Map<String, @Nullable String> marks = new HashMap<>();
        String marked = meta.annotation(CsiTranslator.MIGRATED_TO);
        String driver =
                provisioner == null ? marked : CsiTranslator.driver(provisioner).orElse("");
        if (!driver.equals(marked)) {
            marks.put(CsiTranslator.MIGRATED_TO, driver.isEmpty() ? null : driver);
        }
        return marks;
    }

    /// The finalizers that a volume shall have.
    static List<String> finalizers(PersistentVolume volume) {
        List<String> now = volume.meta().finalizers();
        String provisioner = volume.meta().annotation(VolumeAnnotations.PROVISIONED_BY);
        List<String> wanted = new ArrayList<>(now);
        if (CsiTranslator.driver(provisioner).isPresent()) {
            wanted.remove(OWN_FINALIZER);
        } else if (provisioner.startsWith(VolumeAnnotations.IN_TREE)) {
            wanted.remove(EXTERNAL_FINALIZER);
            boolean guarded = volume.reclaimPolicy().equals("Delete");
            if (!guarded) {
                wanted.remove(OWN_FINALIZER);
            } else if (!now.contains(OWN_FINALIZER) && !volume.isBeingDeleted()) {
                wanted.add(OWN_FINALIZER);
            }
        }
        return wanted;
    }
}
