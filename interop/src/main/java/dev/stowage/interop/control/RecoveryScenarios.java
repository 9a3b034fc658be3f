package dev.stowage.interop.control;

import dev.stowage.interop.cluster.Kind;
import java.io.IOException;
import java.util.List;

/// Volumes without their claim and claims without their volume, and the ways back.
final class RecoveryScenarios {

    static final List<Scenario> ALL = List.of(
            Scenario.quick("released-freed", RecoveryScenarios::releasedFreed),
            Scenario.of("released-same-name", RecoveryScenarios::releasedSameName),
            Scenario.of("lost-volume", RecoveryScenarios::lostVolume),
            Scenario.of("misbound", RecoveryScenarios::misbound),
            Scenario.of("recycle", RecoveryScenarios::recycle));

    private static final String NOBODY = "kubernetes.io/no-provisioner";

    private RecoveryScenarios() {}

    private static void released(Play play) throws IOException, InterruptedException {
        play.create(Manifests.storageClass("$NS", NOBODY, Manifests.AT_ONCE));
        play.create(Manifests.volume("old", "1Gi"));
        play.awaitPhase(Kind.VOLUME, "$NS-old", "Available");
        play.create(Manifests.claim("claim", "1Gi"));
        play.awaitBound("claim");
        play.delete(Kind.CLAIM, "claim");
        play.awaitGone(Kind.CLAIM, "claim");
        play.awaitPhase(Kind.VOLUME, "$NS-old", "Released");
    }

    /// Its claim is struck out, so that anybody may have it.
    private static void releasedFreed(Play play) throws Exception {
        released(play);
        play.patch(Kind.VOLUME, "$NS-old", "{\"spec\":{\"claimRef\":null}}");
        play.awaitPhase(Kind.VOLUME, "$NS-old", "Available");
        play.create(Manifests.claim("next", "1Gi"));
        play.awaitBound("next");
    }

    /// A new claim of the old name gets it once the old one's id is struck out, and not before.
    private static void releasedSameName(Play play) throws Exception {
        released(play);
        play.create(Manifests.claim("claim", "1Gi", "volumeName: $NS-old"));
        play.awaitEvent("FailedBinding", "claim");
        play.patch(Kind.VOLUME, "$NS-old", "{\"spec\":{\"claimRef\":{\"uid\":null,\"resourceVersion\":null}}}");
        play.awaitBound("claim");
    }

    private static void lostVolume(Play play) throws Exception {
        play.create(Manifests.storageClass("$NS", NOBODY, Manifests.AT_ONCE));
        play.create(Manifests.volume("doomed", "1Gi"));
        play.awaitPhase(Kind.VOLUME, "$NS-doomed", "Available");
        play.create(Manifests.claim("claim", "1Gi"));
        play.awaitBound("claim");
        play.delete(Kind.VOLUME, "$NS-doomed");
        play.patch(Kind.VOLUME, "$NS-doomed", "{\"metadata\":{\"finalizers\":null}}");
        play.awaitGone(Kind.VOLUME, "$NS-doomed");
        play.awaitPhase(Kind.CLAIM, "claim", "Lost");
        play.awaitEvent("ClaimLost", "claim");
    }

    /// A claim that says it is bound to what is bound to another.
    private static void misbound(Play play) throws Exception {
        play.create(Manifests.storageClass("$NS", NOBODY, Manifests.AT_ONCE));
        play.create(Manifests.volume("one", "1Gi"));
        play.awaitPhase(Kind.VOLUME, "$NS-one", "Available");
        play.create(Manifests.claim("first", "1Gi"));
        play.awaitBound("first");
        play.create(Manifests.claim("second", "1Gi", "volumeName: $NS-one")
                .replace("{name: second}", "{name: second, annotations: {pv.kubernetes.io/bind-completed: \"yes\"}}"));
        play.awaitPhase(Kind.CLAIM, "second", "Lost");
        play.awaitEvent("ClaimMisbound", "second");
    }

    private static void recycle(Play play) throws Exception {
        play.create(Manifests.storageClass("$NS", NOBODY, Manifests.AT_ONCE));
        play.create(Manifests.volume("used", "1Gi", "persistentVolumeReclaimPolicy: Recycle"));
        play.awaitPhase(Kind.VOLUME, "$NS-used", "Available");
        play.create(Manifests.claim("claim", "1Gi"));
        play.awaitBound("claim");
        play.delete(Kind.CLAIM, "claim");
        play.awaitGone(Kind.CLAIM, "claim");
        play.awaitPhase(Kind.VOLUME, "$NS-used", "Failed");
    }
}
