package dev.stowage.node.volumemanager.operations;

import dev.stowage.k8s.names.CsiKeys;
import dev.stowage.kube.model.CsiDriver;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.volumemanager.desired.DesiredVolume;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The volume context for a driver with podInfoOnMount or token requests: the pod, and tokens of its service
/// account.
final class PodInfoOnMount {
    private final PodTokenSource tokens;

    PodInfoOnMount(PodTokenSource tokens) {
        this.tokens = tokens;
    }

    /// The values for the driver.
    ///
    /// @param context that of the volume, with the pod added
    /// @param secrets likewise
    record Result(Map<String, String> context, Map<String, String> secrets) {}

    /// @param driver empty when there is no CSIDriver object
    Result add(DesiredVolume desired, Optional<CsiDriver> driver, Map<String, String> secrets)
            throws VolumeOperationException, InterruptedException {
        Map<String, String> context = new HashMap<>(desired.volumeSource().attributes());
        Map<String, String> hidden = new HashMap<>(secrets);
        if (driver.isEmpty()) {
            return new Result(context, hidden);
        }
        CsiDriver.NodeSettings settings = driver.get().nodeSettings();
        if (settings.wantsPodInfo()) {
            context.putAll(info(desired));
        }
        if (!settings.tokens().isEmpty() && !desired.block()) {
            try {
                (settings.tokensAmongSecrets() ? hidden : context)
                        .putAll(tokens.attributes(desired.pod(), driver.get()));
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
        String prefix = CsiKeys.PREFIX;
        return Map.of(
                prefix + "pod.name", pod.meta().name(),
                prefix + "pod.namespace", pod.meta().namespace(),
                prefix + "pod.uid", pod.uid(),
                prefix + "serviceAccount.name",
                        pod.spec().path("serviceAccountName").asText(""),
                prefix + "ephemeral", String.valueOf(desired.ephemeral()));
    }
}
