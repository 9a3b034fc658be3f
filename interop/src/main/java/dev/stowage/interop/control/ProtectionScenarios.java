package dev.stowage.interop.control;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.interop.cluster.Kind;
import dev.stowage.interop.cluster.NodeDrivers;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// What is in use stays, however often it is deleted, and goes when it is not in use any more.
final class ProtectionScenarios {

    static final List<Scenario> ALL = List.of(
            Scenario.quick("claim-in-use", ProtectionScenarios::claimInUse),
            Scenario.of("volume-bound", ProtectionScenarios::volumeBound),
            Scenario.of("attributes-class-in-use", ProtectionScenarios::attributesClassInUse));

    private static final String NOBODY = "kubernetes.io/no-provisioner";
    private static final long LOOKS = 10;

    private ProtectionScenarios() {}

    private static void claimInUse(Play play) throws Exception {
        play.create(Manifests.storageClass("$NS", NodeDrivers.LOCAL, Manifests.LATER));
        play.create(Manifests.claim("claim", "16Mi"));
        play.pod("pod", "claim");
        DataScenarios.running(play, "pod");
        String volume = play.awaitBound("claim");
        play.delete(Kind.CLAIM, "claim");
        stays(play, Kind.CLAIM, "claim");
        same("kept", play.inside("pod", "echo kept > /data/file && cat /data/file"));
        play.deletePod("pod");
        play.awaitGone(Kind.CLAIM, "claim");
        play.awaitGone(Kind.VOLUME, volume);
    }

    private static void volumeBound(Play play) throws Exception {
        play.create(Manifests.storageClass("$NS", NOBODY, Manifests.AT_ONCE));
        play.create(Manifests.volume("one", "1Gi"));
        play.awaitPhase(Kind.VOLUME, "$NS-one", "Available");
        play.create(Manifests.claim("claim", "1Gi"));
        play.awaitBound("claim");
        play.delete(Kind.VOLUME, "$NS-one");
        stays(play, Kind.VOLUME, "$NS-one");
        play.awaitPhase(Kind.CLAIM, "claim", "Bound");
        play.delete(Kind.CLAIM, "claim");
        play.awaitGone(Kind.CLAIM, "claim");
        play.awaitGone(Kind.VOLUME, "$NS-one");
    }

    private static void attributesClassInUse(Play play) throws Exception {
        play.create("""
                apiVersion: storage.k8s.io/v1
                kind: VolumeAttributesClass
                metadata: {name: $NS}
                driverName: local.stowage.dev
                parameters: {label.metal: tin}
                """);
        play.create(Manifests.storageClass("$NS", NodeDrivers.LOCAL, Manifests.AT_ONCE));
        play.create(Manifests.claim("claim", "16Mi", "volumeAttributesClassName: $NS"));
        String volume = play.awaitBound("claim");
        play.delete(Kind.ATTRIBUTES_CLASS, "$NS");
        stays(play, Kind.ATTRIBUTES_CLASS, "$NS");
        play.delete(Kind.CLAIM, "claim");
        play.awaitGone(Kind.VOLUME, volume);
        play.awaitGone(Kind.ATTRIBUTES_CLASS, "$NS");
    }

    /// Long enough for a hasty controller to let it go.
    private static void stays(Play play, Kind kind, String name) throws IOException, InterruptedException {
        for (int look = 0; look < LOOKS; look++) {
            JsonNode object = play.get(kind, name);
            if (object.at("/metadata/deletionTimestamp").isMissingNode()) {
                throw new IOException(name + " is not there any more, or not being deleted: " + object);
            }
            TimeUnit.MILLISECONDS.sleep(200);
        }
    }

    private static void same(String wanted, String seen) throws IOException {
        if (!seen.equals(wanted)) {
            throw new IOException("wanted \"%s\", got \"%s\"".formatted(wanted, seen));
        }
    }
}
