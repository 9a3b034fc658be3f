package dev.stowage.interop.control;

import dev.stowage.interop.cluster.Kind;
import dev.stowage.interop.cluster.NodeDrivers;
import java.io.IOException;
import java.util.List;

/// Which volume a claim gets, and what it is told when it gets none.
final class BindScenarios {

    static final List<Scenario> ALL = List.of(
            Scenario.quick("best-match", BindScenarios::bestMatch),
            Scenario.of("selector", BindScenarios::selector),
            Scenario.of("volume-mode", BindScenarios::volumeMode),
            Scenario.quick("volume-names-claim", BindScenarios::volumeNamesClaim),
            Scenario.of("claim-names-volume", BindScenarios::claimNamesVolume),
            Scenario.of("claim-names-nothing", BindScenarios::claimNamesNothing),
            Scenario.of("mismatch", BindScenarios::mismatch),
            Scenario.of("taken", BindScenarios::taken),
            Scenario.of("no-volume", BindScenarios::noVolume),
            Scenario.of("no-class", BindScenarios::noClass),
            Scenario.of("waits-for-consumer", BindScenarios::waitsForConsumer),
            Scenario.quick("describe", BindScenarios::describe),
            Scenario.of("delayed-volume", BindScenarios::delayedVolume),
            Scenario.alone("default-class-later", BindScenarios::defaultClassLater));

    private static final String NOBODY = "kubernetes.io/no-provisioner";

    private BindScenarios() {}

    /// The smallest that is big enough, with the fewest modes beyond those that are wanted.
    private static void bestMatch(Play play) throws Exception {
        play.create(Manifests.storageClass("$NS", NOBODY, Manifests.AT_ONCE));
        play.create(Manifests.volume("small", "1Gi"));
        play.create(Manifests.volume("big", "8Gi"));
        play.create(Manifests.volume("fit", "3Gi"));
        play.create(Manifests.volumeFor("ReadWriteOnce, ReadOnlyMany", "shared", "2Gi"));
        for (String volume : List.of("small", "big", "fit", "shared")) {
            play.awaitPhase(Kind.VOLUME, "$NS-" + volume, "Available");
        }
        play.create(Manifests.claim("claim", "2Gi"));
        play.awaitBound("claim");
    }

    private static void selector(Play play) throws Exception {
        play.create(Manifests.storageClass("$NS", NOBODY, Manifests.AT_ONCE));
        play.create(Manifests.volume("tin", "1Gi"));
        play.create(Manifests.volume("iron", "5Gi"));
        play.awaitPhase(Kind.VOLUME, "$NS-tin", "Available");
        play.awaitPhase(Kind.VOLUME, "$NS-iron", "Available");
        play.create(Manifests.claim("claim", "1Gi", "selector: {matchLabels: {metal: iron}}"));
        play.awaitBound("claim");
    }

    private static void volumeMode(Play play) throws Exception {
        play.create(Manifests.storageClass("$NS", NOBODY, Manifests.AT_ONCE));
        play.create(Manifests.volume("files", "1Gi"));
        play.create(Manifests.volume("raw", "2Gi", "volumeMode: Block"));
        play.awaitPhase(Kind.VOLUME, "$NS-files", "Available");
        play.awaitPhase(Kind.VOLUME, "$NS-raw", "Available");
        play.create(Manifests.claim("claim", "1Gi", "volumeMode: Block"));
        play.awaitBound("claim");
    }

    private static void volumeNamesClaim(Play play) throws Exception {
        play.create(Manifests.storageClass("$NS", NOBODY, Manifests.AT_ONCE));
        play.create(Manifests.volume("other", "1Gi"));
        play.create(Manifests.volume("kept", "5Gi", "claimRef: {namespace: $NS, name: claim}"));
        play.awaitPhase(Kind.VOLUME, "$NS-kept", "Available");
        play.awaitPhase(Kind.VOLUME, "$NS-other", "Available");
        play.create(Manifests.claim("claim", "1Gi"));
        play.awaitBound("claim");
    }

    private static void claimNamesVolume(Play play) throws Exception {
        play.create(Manifests.storageClass("$NS", NOBODY, Manifests.AT_ONCE));
        play.create(Manifests.volume("other", "1Gi"));
        play.create(Manifests.volume("wanted", "5Gi"));
        play.create(Manifests.claim("claim", "1Gi", "volumeName: $NS-wanted"));
        play.awaitBound("claim");
        play.awaitPhase(Kind.VOLUME, "$NS-other", "Available");
    }

    /// The volume comes later than the claim that names it.
    private static void claimNamesNothing(Play play) throws Exception {
        play.create(Manifests.storageClass("$NS", NOBODY, Manifests.AT_ONCE));
        play.create(Manifests.claim("claim", "1Gi", "volumeName: $NS-wanted"));
        play.awaitPhase(Kind.CLAIM, "claim", "Pending");
        play.create(Manifests.volume("wanted", "5Gi"));
        play.awaitBound("claim");
    }

    private static void mismatch(Play play) throws Exception {
        play.create(Manifests.storageClass("$NS", NOBODY, Manifests.AT_ONCE));
        play.create(Manifests.volume("small", "1Gi"));
        play.create(Manifests.volume("raw", "5Gi", "volumeMode: Block"));
        play.create(Manifests.claim("big", "2Gi", "volumeName: $NS-small"));
        play.create(Manifests.claim("files", "2Gi", "volumeName: $NS-raw"));
        play.create(Manifests.claimWithout("classless", "1Gi", "storageClassName: ''", "volumeName: $NS-small"));
        for (String claim : List.of("big", "files", "classless")) {
            play.awaitEvent("VolumeMismatch", claim);
            play.awaitPhase(Kind.CLAIM, claim, "Pending");
        }
        play.awaitPhase(Kind.VOLUME, "$NS-small", "Available");
        play.awaitPhase(Kind.VOLUME, "$NS-raw", "Available");
    }

    private static void taken(Play play) throws Exception {
        play.create(Manifests.storageClass("$NS", NOBODY, Manifests.AT_ONCE));
        play.create(Manifests.volume("one", "1Gi"));
        play.create(Manifests.claim("first", "1Gi", "volumeName: $NS-one"));
        play.awaitBound("first");
        play.create(Manifests.claim("second", "1Gi", "volumeName: $NS-one"));
        play.awaitEvent("FailedBinding", "second");
        play.awaitPhase(Kind.CLAIM, "second", "Pending");
    }

    private static void noVolume(Play play) throws Exception {
        play.create(Manifests.claimWithout("claim", "1Gi", "storageClassName: ''"));
        play.awaitEvent("FailedBinding", "claim");
        play.awaitPhase(Kind.CLAIM, "claim", "Pending");
    }

    private static void noClass(Play play) throws Exception {
        play.create(Manifests.claim("claim", "1Gi"));
        play.awaitEvent("ProvisioningFailed", "claim");
        play.awaitPhase(Kind.CLAIM, "claim", "Pending");
    }

    private static void waitsForConsumer(Play play) throws Exception {
        play.create(Manifests.storageClass("$NS", NOBODY, Manifests.LATER));
        play.create(Manifests.claim("claim", "1Gi"));
        play.awaitEvent("WaitForFirstConsumer", "claim");
        play.awaitPhase(Kind.CLAIM, "claim", "Pending");
    }

    /// What a user in front of a claim that is not bound sees.
    private static void describe(Play play) throws Exception {
        play.create(Manifests.storageClass("$NS", NOBODY, Manifests.LATER));
        play.create(Manifests.claim("waiting", "1Gi"));
        play.create(Manifests.claimWithout("hopeless", "1Gi", "storageClassName: ''"));
        play.awaitEvent("WaitForFirstConsumer", "waiting");
        play.awaitEvent("FailedBinding", "hopeless");
        told(
                play,
                "waiting",
                "Normal WaitForFirstConsumer persistentvolume-controller"
                        + " waiting for first consumer to be created before binding");
        told(
                play,
                "hopeless",
                "Normal FailedBinding persistentvolume-controller"
                        + " no persistent volumes available for this claim and no storage class is set");
    }

    private static void told(Play play, String claim, String line) throws IOException, InterruptedException {
        String text = play.kubectl("describe", "pvc", claim);
        // The age stands before the source, and columns are as wide as they have to be.
        if (text.lines()
                .noneMatch(each -> each.strip()
                        .replaceAll("\\s+", " ")
                        .replaceFirst(" [0-9][0-9ms]*( \\(x[0-9]+ over [0-9][0-9ms]*\\))? ", " ")
                        .equals(line))) {
            throw new IOException("kubectl describe does not say \"%s\" but:\n%s".formatted(line, text));
        }
    }

    /// A volume made by hand, chosen by the scheduler for a pod, bound by the controller.
    private static void delayedVolume(Play play) throws Exception {
        play.create(Manifests.storageClass("$NS", NOBODY, Manifests.LATER));
        play.create("""
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
        play.awaitPhase(Kind.VOLUME, "$NS-here", "Available");
        play.create(Manifests.claim("claim", "1Gi"));
        play.awaitEvent("WaitForFirstConsumer", "claim");
        play.pod("pod", "claim");
        play.awaitBound("claim");
        play.awaitPhase(Kind.POD, "pod", "Running");
    }

    private static void defaultClassLater(Play play) throws Exception {
        play.create(Manifests.claimWithout("claim", "1Gi"));
        play.awaitEvent("FailedBinding", "claim");
        play.create(Manifests.storageClass("$NS", NodeDrivers.LOCAL, Manifests.AT_ONCE)
                .replace(
                        "{name: $NS}",
                        "{name: $NS, annotations: {storageclass.kubernetes.io/is-default-class: \"true\"}}"));
        play.awaitBound("claim");
    }
}
