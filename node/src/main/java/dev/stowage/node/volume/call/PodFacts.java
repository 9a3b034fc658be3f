package dev.stowage.node.volume.call;

import dev.stowage.kube.model.CsiDriver;
import dev.stowage.node.spec.NodePod;
import dev.stowage.node.volume.want.Wanted;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// What a driver is told of the pod beside the volume: who it is, and tokens of its account.
final class PodFacts {
    private final PodTokens tokens;

    PodFacts(PodTokens tokens) {
        this.tokens = tokens;
    }

    /// What goes to the driver.
    ///
    /// @param context the volume's, with the pod's added
    /// @param secrets likewise
    record Told(Map<String, String> context, Map<String, String> secrets) {}

    /// @param driver empty when it said nothing of itself
    Told add(Wanted wanted, Optional<CsiDriver> driver, Map<String, String> secrets)
            throws CallTrouble, InterruptedException {
        Map<String, String> context = new HashMap<>(wanted.source().attributes());
        Map<String, String> hidden = new HashMap<>(secrets);
        if (driver.isEmpty()) {
            return new Told(context, hidden);
        }
        CsiDriver.NodeSettings wishes = driver.get().nodeSettings();
        if (wishes.wantsPodInfo()) {
            context.putAll(info(wanted));
        }
        if (!wishes.tokens().isEmpty() && !wanted.block()) {
            try {
                (wishes.tokensAmongSecrets() ? hidden : context).putAll(tokens.attributes(wanted.pod(), driver.get()));
            } catch (IOException e) {
                throw CallTrouble.untried(
                        "kubernetes.io/csi: mounter.SetUpAt failed to get service accoount token attributes: "
                                + e.getMessage(),
                        e);
            }
        }
        return new Told(context, hidden);
    }

    private static Map<String, String> info(Wanted wanted) {
        NodePod pod = wanted.pod();
        String prefix = "csi.storage.k8s.io/";
        return Map.of(
                prefix + "pod.name", pod.meta().name(),
                prefix + "pod.namespace", pod.meta().namespace(),
                prefix + "pod.uid", pod.uid(),
                prefix + "serviceAccount.name",
                        pod.spec().path("serviceAccountName").asText(""),
                prefix + "ephemeral", String.valueOf(wanted.ephemeral()));
    }
}
