package dev.stowage.interop.control;

import dev.stowage.interop.cluster.NodeDrivers;
import dev.stowage.interop.cluster.ResourceKind;
import java.io.IOException;
import java.util.List;

/// Which volume a claim gets, and which events it gets when there is none.
final class BinderScenarios {

    static final List<ControlScenario> ALL = List.of(
            ControlScenario.quick("best-match", BinderScenarios::bestMatch),
            ControlScenario.of("selector", BinderScenarios::selector),
            ControlScenario.of("volume-mode", BinderScenarios::volumeMode),
            ControlScenario.quick("volume-names-claim", BinderScenarios::volumeNamesClaim),
            ControlScenario.of("claim-names-volume", BinderScenarios::claimNamesVolume),
            ControlScenario.of("claim-names-nothing", BinderScenarios::claimNamesNothing),
            ControlScenario.of("mismatch", BinderScenarios::mismatch),
            ControlScenario.of("taken", BinderScenarios::taken),
            ControlScenario.of("no-volume", BinderScenarios::noVolume),
            ControlScenario.of("no-class", BinderScenarios::noClass),
            ControlScenario.of("waits-for-consumer", BinderScenarios::waitsForConsumer),
            ControlScenario.quick("describe", BinderScenarios::describe),
            ControlScenario.of("delayed-volume", BinderScenarios::delayedVolume),
            ControlScenario.alone("default-class-later", BinderScenarios::defaultClassLater));

    private static final String NOBODY = "kubernetes.io/no-provisioner";

    private BinderScenarios() {}

    /// The smallest sufficient volume, with the fewest additional access modes.
    private static void bestMatch(ControlScenarioContext context) throws Exception {
        context.create(ControlManifests.storageClass("$NS", NOBODY, ControlManifests.AT_ONCE));
        context.create(ControlManifests.volume("small", "1Gi"));
        context.create(ControlManifests.volume("big", "8Gi"));
        context.create(ControlManifests.volume("fit", "3Gi"));
        context.create(ControlManifests.volumeFor("ReadWriteOnce, ReadOnlyMany", "shared", "2Gi"));
        for (String volume : List.of("small", "big", "fit", "shared")) {
            context.awaitPhase(ResourceKind.VOLUME, "$NS-" + volume, "Available");
        }
        context.create(ControlManifests.claim("claim", "2Gi"));
        context.awaitBound("claim");
    }

    private static void selector(ControlScenarioContext context) throws Exception {
        context.create(ControlManifests.storageClass("$NS", NOBODY, ControlManifests.AT_ONCE));
        context.create(ControlManifests.volume("tin", "1Gi"));
        context.create(ControlManifests.volume("iron", "5Gi"));
        context.awaitPhase(ResourceKind.VOLUME, "$NS-tin", "Available");
        context.awaitPhase(ResourceKind.VOLUME, "$NS-iron", "Available");
        context.create(ControlManifests.claim("claim", "1Gi", "selector: {matchLabels: {metal: iron}}"));
        context.awaitBound("claim");
    }

    private static void volumeMode(ControlScenarioContext context) throws Exception {
        context.create(ControlManifests.storageClass("$NS", NOBODY, ControlManifests.AT_ONCE));
        context.create(ControlManifests.volume("files", "1Gi"));
        context.create(ControlManifests.volume("raw", "2Gi", "volumeMode: Block"));
        context.awaitPhase(ResourceKind.VOLUME, "$NS-files", "Available");
        context.awaitPhase(ResourceKind.VOLUME, "$NS-raw", "Available");
        context.create(ControlManifests.claim("claim", "1Gi", "volumeMode: Block"));
        context.awaitBound("claim");
    }

    private static void volumeNamesClaim(ControlScenarioContext context) throws Exception {
        context.create(ControlManifests.storageClass("$NS", NOBODY, ControlManifests.AT_ONCE));
        context.create(ControlManifests.volume("other", "1Gi"));
        context.create(ControlManifests.volume("kept", "5Gi", "claimRef: {namespace: $NS, name: claim}"));
        context.awaitPhase(ResourceKind.VOLUME, "$NS-kept", "Available");
        context.awaitPhase(ResourceKind.VOLUME, "$NS-other", "Available");
        context.create(ControlManifests.claim("claim", "1Gi"));
        context.awaitBound("claim");
    }

    private static void claimNamesVolume(ControlScenarioContext context) throws Exception {
        context.create(ControlManifests.storageClass("$NS", NOBODY, ControlManifests.AT_ONCE));
        context.create(ControlManifests.volume("other", "1Gi"));
        context.create(ControlManifests.volume("wanted", "5Gi"));
        context.create(ControlManifests.claim("claim", "1Gi", "volumeName: $NS-wanted"));
        context.awaitBound("claim");
        context.awaitPhase(ResourceKind.VOLUME, "$NS-other", "Available");
    }

    /// The volume is created after the claim that names it.
    private static void claimNamesNothing(ControlScenarioContext context) throws Exception {
        context.create(ControlManifests.storageClass("$NS", NOBODY, ControlManifests.AT_ONCE));
        context.create(ControlManifests.claim("claim", "1Gi", "volumeName: $NS-wanted"));
        context.awaitPhase(ResourceKind.CLAIM, "claim", "Pending");
        context.create(ControlManifests.volume("wanted", "5Gi"));
        context.awaitBound("claim");
    }

    private static void mismatch(ControlScenarioContext context) throws Exception {
        context.create(ControlManifests.storageClass("$NS", NOBODY, ControlManifests.AT_ONCE));
        context.create(ControlManifests.volume("small", "1Gi"));
        context.create(ControlManifests.volume("raw", "5Gi", "volumeMode: Block"));
        context.create(ControlManifests.claim("big", "2Gi", "volumeName: $NS-small"));
        context.create(ControlManifests.claim("files", "2Gi", "volumeName: $NS-raw"));
        context.create(
                ControlManifests.claimWithout("classless", "1Gi", "storageClassName: ''", "volumeName: $NS-small"));
        for (String claim : List.of("big", "files", "classless")) {
            context.awaitEvent("VolumeMismatch", claim);
            context.awaitPhase(ResourceKind.CLAIM, claim, "Pending");
        }
        context.awaitPhase(ResourceKind.VOLUME, "$NS-small", "Available");
        context.awaitPhase(ResourceKind.VOLUME, "$NS-raw", "Available");
    }

    private static void taken(ControlScenarioContext context) throws Exception {
        context.create(ControlManifests.storageClass("$NS", NOBODY, ControlManifests.AT_ONCE));
        context.create(ControlManifests.volume("one", "1Gi"));
        context.create(ControlManifests.claim("first", "1Gi", "volumeName: $NS-one"));
        context.awaitBound("first");
        context.create(ControlManifests.claim("second", "1Gi", "volumeName: $NS-one"));
        context.awaitEvent("FailedBinding", "second");
        context.awaitPhase(ResourceKind.CLAIM, "second", "Pending");
    }

    private static void noVolume(ControlScenarioContext context) throws Exception {
        context.create(ControlManifests.claimWithout("claim", "1Gi", "storageClassName: ''"));
        context.awaitEvent("FailedBinding", "claim");
        context.awaitPhase(ResourceKind.CLAIM, "claim", "Pending");
    }

    private static void noClass(ControlScenarioContext context) throws Exception {
        context.create(ControlManifests.claim("claim", "1Gi"));
        context.awaitEvent("ProvisioningFailed", "claim");
        context.awaitPhase(ResourceKind.CLAIM, "claim", "Pending");
    }

    private static void waitsForConsumer(ControlScenarioContext context) throws Exception {
        context.create(ControlManifests.storageClass("$NS", NOBODY, ControlManifests.LATER));
        context.create(ControlManifests.claim("claim", "1Gi"));
        context.awaitEvent("WaitForFirstConsumer", "claim");
        context.awaitPhase(ResourceKind.CLAIM, "claim", "Pending");
    }

    /// What `kubectl describe` shows for an unbound claim.
    private static void describe(ControlScenarioContext context) throws Exception {
        context.create(ControlManifests.storageClass("$NS", NOBODY, ControlManifests.LATER));
        context.create(ControlManifests.claim("waiting", "1Gi"));
        context.create(ControlManifests.claimWithout("hopeless", "1Gi", "storageClassName: ''"));
        context.awaitEvent("WaitForFirstConsumer", "waiting");
        context.awaitEvent("FailedBinding", "hopeless");
        requireDescribed(
                context,
                "waiting",
                "Normal WaitForFirstConsumer persistentvolume-controller"
                        + " waiting for first consumer to be created before binding");
        requireDescribed(
                context,
                "hopeless",
                "Normal FailedBinding persistentvolume-controller"
                        + " no persistent volumes available for this claim and no storage class is set");
    }

    private static void requireDescribed(ControlScenarioContext context, String claim, String line)
            throws IOException, InterruptedException {
        String text = context.kubectl("describe", "pvc", claim);
        // The age comes before the source, and column widths vary.
        if (text.lines()
                .noneMatch(each -> each.strip()
                        .replaceAll("\\s+", " ")
                        .replaceFirst(" [0-9][0-9ms]*( \\(x[0-9]+ over [0-9][0-9ms]*\\))? ", " ")
                        .equals(line))) {
            throw new IOException("kubectl describe does not say \"%s\" but:\n%s".formatted(line, text));
        }
    }

    /// A static volume, chosen by the scheduler for a pod and bound by the controller.
    private static void delayedVolume(ControlScenarioContext context) throws Exception {
        context.create(ControlManifests.storageClass("$NS", NOBODY, ControlManifests.LATER));
        context.create("""
                apiVersion: v1
                kind: PersistentVolume
                metadata: {name: $NS-here}
                spec:
                  storageClassName: $NS
                  capacity: {storage: 1Gi}
                  accessModes: [ReadWriteOnce]
                  persistentVolumeReclaimPolicy: Retain
                  hostPath: {path: /tmp}
                  nodeAffinity:
                    required:
                      nodeSelectorTerms:
                      - matchExpressions: [{key: kubernetes.io/hostname, operator: In, values: [localhost]}]
                """);
        context.awaitPhase(ResourceKind.VOLUME, "$NS-here", "Available");
        context.create(ControlManifests.claim("claim", "1Gi"));
        context.awaitEvent("WaitForFirstConsumer", "claim");
        context.pod("pod", "claim");
        context.awaitBound("claim");
        context.awaitPhase(ResourceKind.POD, "pod", "Running");
    }

    private static void defaultClassLater(ControlScenarioContext context) throws Exception {
        context.create(ControlManifests.claimWithout("claim", "1Gi"));
        context.awaitEvent("FailedBinding", "claim");
        context.create(ControlManifests.storageClass("$NS", NodeDrivers.LOCAL, ControlManifests.AT_ONCE)
                .replace(
                        "{name: $NS}",
                        "{name: $NS, annotations: {storageclass.kubernetes.io/is-default-class: \"true\"}}"));
        context.awaitBound("claim");
    }
}
