package dev.stowage.explain.doctor.cluster;

import dev.stowage.explain.clusterstate.ClusterState;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
import dev.stowage.explain.doctor.CheckResult;
import dev.stowage.explain.doctor.NameSummary;
import dev.stowage.k8s.names.StorageClassKeys;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/// Objects that should have progressed long ago.
final class StuckObjectChecks {
    private static final Duration LONG = Duration.ofMinutes(5);

    private StuckObjectChecks() {}

    /// The deletion timestamp of a pod includes its grace period, so the same limit applies to all kinds.
    static List<CheckResult> deletions(ClusterState clusterState) {
        List<CheckResult> stuck = Stream.of(
                        ResourceKind.CLAIM,
                        ResourceKind.VOLUME,
                        ResourceKind.ATTACHMENT,
                        ResourceKind.SNAPSHOT,
                        ResourceKind.SNAPSHOT_CONTENT,
                        ResourceKind.POD)
                .flatMap(resourceKind -> clusterState.all(resourceKind).stream())
                .filter(kubeResource -> isSince(clusterState, kubeResource, "/metadata/deletionTimestamp"))
                .map(kubeResource -> CheckResult.bad(
                        "deletions-stuck",
                        kubeResource.kind().singularName() + " " + title(kubeResource) + " has been terminating for "
                                + age(clusterState, kubeResource, "/metadata/deletionTimestamp") + ""
                                + held(kubeResource) + ".",
                        "stowage explain " + kubeResource.title() + namespace(kubeResource)))
                .toList();
        return stuck.isEmpty() ? List.of(CheckResult.ok("deletions-stuck", "No deletion is stuck.")) : stuck;
    }

    private static String held(KubeResource kubeResource) {
        List<String> finalizers = kubeResource
                .list("/metadata/finalizers")
                .map(each -> each.asText())
                .toList();
        return finalizers.isEmpty() ? "" : ", held by " + NameSummary.of(finalizers);
    }

    static List<CheckResult> claims(ClusterState clusterState) {
        List<KubeResource> pending = clusterState.all(ResourceKind.CLAIM).stream()
                .filter(claim -> claim.text("/status/phase").equals("Pending") && !claim.isDeleting())
                .filter(claim -> isSince(clusterState, claim, "/metadata/creationTimestamp"))
                .filter(claim -> !waitsForPod(clusterState, claim))
                .toList();
        return List.of(
                pending.isEmpty()
                        ? CheckResult.ok("claims-pending", "No claim has been pending for long.")
                        : CheckResult.warn(
                                "claims-pending",
                                NameSummary.count(pending.size(), "claim") + " pending for long: " + titles(pending)
                                        + ".",
                                "stowage explain " + pending.getFirst().title() + namespace(pending.getFirst())));
    }

    /// No pod uses it yet: its class waits for the first consumer.
    private static boolean waitsForPod(ClusterState clusterState, KubeResource claim) {
        boolean late = clusterState
                .find(ResourceKind.CLASS, claim.text("/spec/storageClassName"))
                .filter(one -> one.text("/volumeBindingMode").equals(StorageClassKeys.WAIT_FOR_FIRST_CONSUMER))
                .isPresent();
        boolean used = clusterState.all(ResourceKind.POD).stream()
                .filter(pod -> pod.namespace().equals(claim.namespace()))
                .flatMap(pod -> pod.list("/spec/volumes"))
                .anyMatch(volume ->
                        volume.at("/persistentVolumeClaim/claimName").asText().equals(claim.name()));
        return late && !used;
    }

    static List<CheckResult> pods(ClusterState clusterState) {
        List<KubeResource> stuck = clusterState.all(ResourceKind.POD).stream()
                .filter(pod -> pod.text("/status/phase").equals("Pending") && !pod.isDeleting())
                .filter(pod -> isSince(clusterState, pod, "/metadata/creationTimestamp"))
                .filter(pod -> pod.list("/spec/volumes")
                        .anyMatch(volume ->
                                volume.has("persistentVolumeClaim") || volume.has("csi") || volume.has("ephemeral")))
                .toList();
        return List.of(
                stuck.isEmpty()
                        ? CheckResult.ok("pods-stuck", "No pod with volumes has been pending for long.")
                        : CheckResult.bad(
                                "pods-stuck",
                                NameSummary.count(stuck.size(), "pod") + " with volumes pending for long: "
                                        + titles(stuck) + ".",
                                "stowage explain " + stuck.getFirst().title() + namespace(stuck.getFirst())));
    }

    private static boolean isSince(ClusterState clusterState, KubeResource kubeResource, String time) {
        return kubeResource
                .time(time)
                .filter(since -> Duration.between(since, clusterState.taken()).compareTo(LONG) > 0)
                .isPresent();
    }

    private static String age(ClusterState clusterState, KubeResource kubeResource, String time) {
        Duration age = kubeResource
                .time(time)
                .map(since -> Duration.between(since, clusterState.taken()))
                .orElse(Duration.ZERO);
        return age.toHours() >= 2 ? age.toHours() + " h" : age.toMinutes() + " min";
    }

    private static String titles(List<KubeResource> things) {
        return NameSummary.of(things.stream().map(StuckObjectChecks::title).toList());
    }

    private static String title(KubeResource kubeResource) {
        return kubeResource.namespace().isEmpty()
                ? kubeResource.name()
                : kubeResource.namespace() + "/" + kubeResource.name();
    }

    private static String namespace(KubeResource kubeResource) {
        return kubeResource.namespace().isEmpty() ? "" : " -n " + kubeResource.namespace();
    }
}
