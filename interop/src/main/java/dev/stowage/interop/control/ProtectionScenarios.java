package dev.stowage.interop.control;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.interop.cluster.NodeDrivers;
import dev.stowage.interop.cluster.ResourceKind;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Objects in use stay although their deletion is requested, and are removed when they are no longer in use.
final class ProtectionScenarios {

    static final List<ControlScenario> ALL = List.of(
            ControlScenario.quick("claim-in-use", ProtectionScenarios::claimInUse),
            ControlScenario.of("volume-bound", ProtectionScenarios::volumeBound),
            ControlScenario.of("attributes-class-in-use", ProtectionScenarios::attributesClassInUse));

    private static final String NOBODY = "kubernetes.io/no-provisioner";
    private static final long LOOKS = 10;

    private ProtectionScenarios() {}

    private static void claimInUse(ControlScenarioContext context) throws Exception {
        context.create(ControlManifests.storageClass("$NS", NodeDrivers.LOCAL, ControlManifests.LATER));
        context.create(ControlManifests.claim("claim", "16Mi"));
        context.pod("pod", "claim");
        VolumeDataScenarios.running(context, "pod");
        String volume = context.awaitBound("claim");
        context.delete(ResourceKind.CLAIM, "claim");
        stays(context, ResourceKind.CLAIM, "claim");
        same("kept", context.inside("pod", "echo kept > /data/file && cat /data/file"));
        context.deletePod("pod");
        context.awaitGone(ResourceKind.CLAIM, "claim");
        context.awaitGone(ResourceKind.VOLUME, volume);
    }

    private static void volumeBound(ControlScenarioContext context) throws Exception {
        context.create(ControlManifests.storageClass("$NS", NOBODY, ControlManifests.AT_ONCE));
        context.create(ControlManifests.volume("one", "1Gi"));
        context.awaitPhase(ResourceKind.VOLUME, "$NS-one", "Available");
        context.create(ControlManifests.claim("claim", "1Gi"));
        context.awaitBound("claim");
        context.delete(ResourceKind.VOLUME, "$NS-one");
        stays(context, ResourceKind.VOLUME, "$NS-one");
        context.awaitPhase(ResourceKind.CLAIM, "claim", "Bound");
        context.delete(ResourceKind.CLAIM, "claim");
        context.awaitGone(ResourceKind.CLAIM, "claim");
        context.awaitGone(ResourceKind.VOLUME, "$NS-one");
    }

    private static void attributesClassInUse(ControlScenarioContext context) throws Exception {
        context.create("""
                apiVersion: storage.k8s.io/v1
                kind: VolumeAttributesClass
                metadata: {name: $NS}
                driverName: local.stowage.dev
                parameters: {label.metal: tin}
                """);
        context.create(ControlManifests.storageClass("$NS", NodeDrivers.LOCAL, ControlManifests.AT_ONCE));
        context.create(ControlManifests.claim("claim", "16Mi", "volumeAttributesClassName: $NS"));
        String volume = context.awaitBound("claim");
        context.delete(ResourceKind.ATTRIBUTES_CLASS, "$NS");
        stays(context, ResourceKind.ATTRIBUTES_CLASS, "$NS");
        context.delete(ResourceKind.CLAIM, "claim");
        context.awaitGone(ResourceKind.VOLUME, volume);
        context.awaitGone(ResourceKind.ATTRIBUTES_CLASS, "$NS");
    }

    /// Long enough for a wrong controller to remove the finalizer.
    private static void stays(ControlScenarioContext context, ResourceKind resourceKind, String name)
            throws IOException, InterruptedException {
        for (int look = 0; look < LOOKS; look++) {
            JsonNode object = context.get(resourceKind, name);
            if (object.at("/metadata/deletionTimestamp").isMissingNode()) {
                throw new IOException(name + " does not exist, or is not being deleted: " + object);
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
