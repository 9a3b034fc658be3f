package dev.stowage.control.expand;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.control.act.Act;
import dev.stowage.kube.api.Json;
import dev.stowage.kube.api.Kinds;
import dev.stowage.kube.api.Patch;
import dev.stowage.kube.migrate.Migration;
import dev.stowage.kube.object.Claim;
import dev.stowage.kube.object.ObjectRef;
import dev.stowage.kube.object.Volume;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What a claim that wants to grow is told. The growing is done by the driver's resizer.
final class ExpandRule {
    static final String REASON = "ExternalExpanding";
    static final String RESIZER = "volume.kubernetes.io/storage-resizer";
    static final String BEFORE_RESIZE = "volume.alpha.kubernetes.io/pre-resize-capacity";

    private ExpandRule() {}

    static boolean isBoundTo(Claim claim, Volume volume) {
        ObjectRef bound = volume.claim();
        return bound != null
                && bound.namespace().equals(claim.meta().namespace())
                && bound.uid().equals(claim.meta().uid());
    }

    static List<Act> decide(Claim claim, Volume volume) {
        boolean grows = claim.request().compareTo(claim.status().capacity()) > 0
                || volume.meta().annotations().containsKey(BEFORE_RESIZE);
        if (!claim.status().isBound() || !isBoundTo(claim, volume) || !grows) {
            return List.of();
        }
        Optional<String> driver = Migration.driver(volume);
        if (driver.isEmpty()) {
            return List.of(Act.Tell.normal(
                    claim.reference(), REASON, "waiting for an external controller to expand this PVC"));
        }
        List<Act> acts = new ArrayList<>();
        acts.add(Act.Tell.normal(
                claim.reference(),
                REASON,
                "CSI migration enabled for " + Migration.oldName(driver.get()).orElse("")
                        + "; waiting for external resizer to expand the pvc"));
        if (!claim.meta().annotation(RESIZER).equals(driver.get())) {
            acts.add(new Act.Change<>(Kinds.CLAIMS, claim, resizer(claim, driver.get())));
        }
        return acts;
    }

    private static Patch resizer(Claim claim, String driver) {
        ObjectNode body = Json.object();
        ObjectNode meta = body.putObject("metadata");
        meta.put("uid", claim.meta().uid());
        meta.putObject("annotations").put(RESIZER, driver);
        return Patch.merge(body);
    }
}
