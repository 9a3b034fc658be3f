package dev.stowage.node.volumemanager.operations;

import dev.stowage.kube.model.CsiDriver;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.volumemanager.desired.DesiredVolume;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// What a driver is told of the pod beside the volume: who it is, and tokens of its account.
final class PodInfoOnMount {
    private final PodTokenSource tokens;

    PodInfoOnMount(PodTokenSource tokens) {
        this.tokens = tokens;
    }

    /// What goes to the driver.
    ///
    /// @param context the volume's, with the pod's added
    /// @param secrets likewise
    record Result(Map<String, String> context, Map<String, String> secrets) {}

    /// @param driver empty when it said nothing of itself
    Result add(DesiredVolume desired, Optional<CsiDriver> driver, Map<String, String> secrets)
            throws VolumeOperationException, InterruptedException {
        Map<String, String> context = new HashMap<>(desired.volumeSource().attributes());
        Map<String, String> hidden = new HashMap<>(secrets);
        if (driver.isEmpty()) {
            return new Result(context, hidden);
        }
        CsiDriver.NodeSettings wishes = driver.get().nodeSettings();
        if (wishes.wantsPodInfo()) {
            context.putAll(info(desired));
        }
        if (!wishes.tokens().isEmpty() && !desired.block()) {
            try {
                (wishes.tokensAmongSecrets() ? hidden : context).putAll(tokens.attributes(desired.pod(), driver.get()));
            } catch (IOException e) {
                throw VolumeOperationException.untried(
                        "kubernetes.io/csi: mounter.SetUpAt failed to get service accoount token attributes: "
                                + e.getMessage(),
                        e);
            }
        }
        return new Result(context, hidden);
    }

    private static Map<String, String> info(DesiredVolume desired) {
        NodePod pod = desired.pod();
        String prefix = "csi.storage.k8s.io/";
        return Map.of(
                prefix + "pod.name", pod.meta().name(),
                prefix + "pod.namespace", pod.meta().namespace(),
                prefix + "pod.uid", pod.uid(),
                prefix + "serviceAccount.name",
                        pod.spec().path("serviceAccountName").asText(""),
                prefix + "ephemeral", String.valueOf(desired.ephemeral()));
    }
}
