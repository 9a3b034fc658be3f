package dev.stowage.interop.control;

import dev.stowage.interop.cluster.ResourceKind;
import java.io.IOException;
import java.util.List;

/// Volumes without their claim and claims without their volume, and how they recover.
final class RecoveryScenarios {

    static final List<ControlScenario> ALL = List.of(
            ControlScenario.quick("released-freed", RecoveryScenarios::releasedFreed),
            ControlScenario.of("released-same-name", RecoveryScenarios::releasedSameName),
            ControlScenario.of("lost-volume", RecoveryScenarios::lostVolume),
            ControlScenario.of("misbound", RecoveryScenarios::misbound),
            ControlScenario.of("recycle", RecoveryScenarios::recycle));

    private static final String NOBODY = "kubernetes.io/no-provisioner";

    private RecoveryScenarios() {}

    private static void released(ControlScenarioContext context) throws IOException, InterruptedException {
        context.create(ControlManifests.storageClass("$NS", NOBODY, ControlManifests.AT_ONCE));
        context.create(ControlManifests.volume("old", "1Gi"));
        context.awaitPhase(ResourceKind.VOLUME, "$NS-old", "Available");
        context.create(ControlManifests.claim("claim", "1Gi"));
        context.awaitBound("claim");
        context.delete(ResourceKind.CLAIM, "claim");
        context.awaitGone(ResourceKind.CLAIM, "claim");
        context.awaitPhase(ResourceKind.VOLUME, "$NS-old", "Released");
    }

    /// Its claimRef is removed, so that any claim can bind it.
    private static void releasedFreed(ControlScenarioContext context) throws Exception {
        released(context);
        context.patch(ResourceKind.VOLUME, "$NS-old", "{\"spec\":{\"claimRef\":null}}");
        context.awaitPhase(ResourceKind.VOLUME, "$NS-old", "Available");
        context.create(ControlManifests.claim("next", "1Gi"));
        context.awaitBound("next");
    }

    /// A new claim of the same name gets the volume only after the old uid is removed from its claimRef.
    private static void releasedSameName(ControlScenarioContext context) throws Exception {
        released(context);
        context.create(ControlManifests.claim("claim", "1Gi", "volumeName: $NS-old"));
        context.awaitEvent("FailedBinding", "claim");
        context.patch(
                ResourceKind.VOLUME, "$NS-old", "{\"spec\":{\"claimRef\":{\"uid\":null,\"resourceVersion\":null}}}");
        context.awaitBound("claim");
    }

    private static void lostVolume(ControlScenarioContext context) throws Exception {
        context.create(ControlManifests.storageClass("$NS", NOBODY, ControlManifests.AT_ONCE));
        context.create(ControlManifests.volume("doomed", "1Gi"));
        context.awaitPhase(ResourceKind.VOLUME, "$NS-doomed", "Available");
        context.create(ControlManifests.claim("claim", "1Gi"));
        context.awaitBound("claim");
        context.delete(ResourceKind.VOLUME, "$NS-doomed");
        context.patch(ResourceKind.VOLUME, "$NS-doomed", "{\"metadata\":{\"finalizers\":null}}");
        context.awaitGone(ResourceKind.VOLUME, "$NS-doomed");
        context.awaitPhase(ResourceKind.CLAIM, "claim", "Lost");
        context.awaitEvent("ClaimLost", "claim");
    }

    /// A claim whose spec names a volume that is bound to another claim.
    private static void misbound(ControlScenarioContext context) throws Exception {
        context.create(ControlManifests.storageClass("$NS", NOBODY, ControlManifests.AT_ONCE));
        context.create(ControlManifests.volume("one", "1Gi"));
        context.awaitPhase(ResourceKind.VOLUME, "$NS-one", "Available");
        context.create(ControlManifests.claim("first", "1Gi"));
        context.awaitBound("first");
        context.create(ControlManifests.claim("second", "1Gi", "volumeName: $NS-one")
                .replace("{name: second}", "{name: second, annotations: {pv.kubernetes.io/bind-completed: \"yes\"}}"));
        context.awaitPhase(ResourceKind.CLAIM, "second", "Lost");
        context.awaitEvent("ClaimMisbound", "second");
    }

    private static void recycle(ControlScenarioContext context) throws Exception {
        context.create(ControlManifests.storageClass("$NS", NOBODY, ControlManifests.AT_ONCE));
        context.create(ControlManifests.volume("used", "1Gi", "persistentVolumeReclaimPolicy: Recycle"));
        context.awaitPhase(ResourceKind.VOLUME, "$NS-used", "Available");
        context.create(ControlManifests.claim("claim", "1Gi"));
        context.awaitBound("claim");
        context.delete(ResourceKind.CLAIM, "claim");
        context.awaitGone(ResourceKind.CLAIM, "claim");
        context.awaitPhase(ResourceKind.VOLUME, "$NS-used", "Failed");
    }
}
