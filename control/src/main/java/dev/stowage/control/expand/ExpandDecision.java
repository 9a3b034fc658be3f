package dev.stowage.control.expand;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.VolumeAnnotations;
import dev.stowage.k8s.names.VolumeEventReasons;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.csitranslation.CsiTranslator;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Which event a claim with an expansion request gets. The driver's resizer does the expansion.
final class ExpandDecision {
    static final String REASON = VolumeEventReasons.EXTERNAL_EXPANDING;

    private ExpandDecision() {}

    static boolean isBoundTo(PersistentVolumeClaim claim, PersistentVolume volume) {
        ObjectReference bound = volume.claim();
        return bound != null
                && bound.namespace().equals(claim.meta().namespace())
                && bound.uid().equals(claim.meta().uid());
    }

    static List<ClusterAction> decide(PersistentVolumeClaim claim, PersistentVolume volume) {
        boolean grows = claim.request().compareTo(claim.status().capacity()) > 0
                || volume.meta().annotations().containsKey(VolumeAnnotations.PRE_RESIZE_CAPACITY);
        if (!claim.status().isBound() || !isBoundTo(claim, volume) || !grows) {
            return List.of();
        }
        Optional<String> driver = CsiTranslator.driver(volume);
        if (driver.isEmpty()) {
            return List.of(ClusterAction.RecordEvent.normal(
                    claim.reference(), REASON, "waiting for an external controller to expand this PVC"));
        }
        List<ClusterAction> actions = new ArrayList<>();
        actions.add(ClusterAction.RecordEvent.normal(
                claim.reference(),
                REASON,
                "CSI migration enabled for "
                        + CsiTranslator.inTreeName(driver.get()).orElse("")
                        + "; waiting for external resizer to expand the pvc"));
        if (!claim.meta().annotation(VolumeAnnotations.STORAGE_RESIZER).equals(driver.get())) {
            actions.add(new ClusterAction.PatchObject<>(Kinds.CLAIMS, claim, resizer(claim, driver.get())));
        }
        return actions;
    }

    private static Patch resizer(PersistentVolumeClaim claim, String driver) {
        ObjectNode body = Json.object();
        ObjectNode meta = body.putObject("metadata");
        meta.put("uid", claim.meta().uid());
        meta.putObject("annotations").put(VolumeAnnotations.STORAGE_RESIZER, driver);
        return Patch.merge(body);
    }
}
