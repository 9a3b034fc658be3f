package dev.stowage.explain.cause.scheduling;

import dev.stowage.explain.cause.Cause;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.FindingBuilder;
import dev.stowage.explain.cause.FindingRank;
import dev.stowage.explain.cause.KubectlCommands;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.chain.VolumeChain;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
import dev.stowage.flags.SpellingSuggestion;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The volume is accessible from some nodes only, and the pod cannot run on any of them.
final class VolumeNodeAffinityConflict implements Cause {
    /// The texts before 1.33, and since then.
    private static final Pattern CONFLICT = Pattern.compile(
            "volume node affinity conflict|match PersistentVolume's node affinity|no available volume zone");

    @Override
    public Optional<Finding> findIn(VolumeChain volumeChain) {
        if (!volumeChain.clusterState().isListed(ResourceKind.NODE)) {
            return Optional.empty();
        }
        return UnscheduledPod.in(volumeChain)
                .flatMap(pod -> volumeChain
                        .volume()
                        .flatMap(volume -> VolumeNodeAffinity.of(volume).flatMap(terms -> judge(pod, volume, terms))));
    }

    private static Optional<Finding> judge(UnscheduledPod pod, KubeResource volume, VolumeNodeAffinity terms) {
        List<KubeResource> homes = pod.chain().clusterState().all(ResourceKind.NODE).stream()
                .filter(terms::match)
                .toList();
        if (homes.isEmpty()) {
            return gone(pod, volume, terms);
        }
        List<String> obstacles = homes.stream()
                .map(node -> obstacle(pod.pod(), node))
                .flatMap(Optional::stream)
                .toList();
        if (obstacles.size() < homes.size() && !pod.says(CONFLICT)) {
            return Optional.empty();
        }
        return obstacles.size() == homes.size() ? closed(pod, volume, homes, obstacles) : full(pod, volume, homes);
    }

    private static Optional<Finding> gone(UnscheduledPod pod, KubeResource volume, VolumeNodeAffinity terms) {
        List<String> names = pod.chain().clusterState().all(ResourceKind.NODE).stream()
                .map(KubeResource::name)
                .toList();
        Optional<String> renamed = terms.values().stream()
                .flatMap(value -> SpellingSuggestion.nearest(value, names).stream())
                .findFirst();
        FindingBuilder findingBuilder = draft(
                        pod,
                        volume,
                        "volume-node-gone",
                        volume.title() + " is on " + String.join(", ", terms.values())
                                + ", but no node matches: it was deleted, renamed or relabeled"
                                + renamed.map(name -> " (to " + name + "?)").orElse("") + ".")
                .actor(ResponsibleParty.CLUSTER_ADMIN);
        return findingBuilder
                .safe("List the nodes and their labels.", "kubectl get nodes --show-labels")
                .advice(
                        "Restore the node with its name and labels, or restore the data into a new claim from a backup.")
                .dangerous(
                        "If the node and its disks are lost: delete the volume and recreate the claim.",
                        pod.chain().claim().map(KubectlCommands::delete).orElse(""),
                        "the data on that node's disk is lost.")
                .build();
    }

    private static Optional<Finding> closed(
            UnscheduledPod pod, KubeResource volume, List<KubeResource> homes, List<String> obstacles) {
        String where = homes.getFirst().name();
        FindingBuilder findingBuilder = draft(
                        pod,
                        volume,
                        "volume-node-closed",
                        volume.title() + " can be used on node " + where
                                + (homes.size() > 1 ? " and " + (homes.size() - 1) + " more" : "") + " only, and "
                                + pod.pod().title() + " cannot run there: " + obstacles.getFirst() + ".")
                .actor(ResponsibleParty.CLUSTER_ADMIN);
        for (int i = 0; i < Math.min(3, homes.size()); i++) {
            findingBuilder.evidence(homes.get(i), obstacles.get(i));
        }
        if (homes.getFirst().text("/spec/unschedulable").equals("true")) {
            findingBuilder.safe(
                    "When the maintenance of the node is done, make it schedulable again.",
                    "kubectl uncordon " + KubectlCommands.quoted(where));
        }
        return findingBuilder
                .safe("Check the node.", KubectlCommands.describe(homes.getFirst()))
                .advice("The pod starts automatically when the node accepts pods again.")
                .build();
    }

    private static Optional<Finding> full(UnscheduledPod pod, KubeResource volume, List<KubeResource> homes) {
        KubeResource home = homes.getFirst();
        return draft(
                        pod,
                        volume,
                        "volume-elsewhere",
                        volume.title() + " can be used on node " + home.name() + " only, and "
                                + pod.pod().title() + " does not fit there: " + pod.message())
                .actor(ResponsibleParty.USER)
                .evidence(home, "accepts pods, but not this one")
                .safe("Show what runs there.", KubectlCommands.describe(home))
                .advice("Reduce the requests of the pod, or free resources on that node.")
                .build();
    }

    /// Why pods, or this pod, cannot run on the node.
    private static Optional<String> obstacle(KubeResource pod, KubeResource node) {
        boolean ready = node.condition("Ready")
                .filter(each -> each.path("status").asText("").equals("True"))
                .isPresent();
        if (!ready) {
            return Optional.of("the node is not Ready");
        }
        if (node.text("/spec/unschedulable").equals("true")) {
            return Optional.of("the node is cordoned");
        }
        return pod.json().at("/spec/nodeSelector").properties().stream()
                .filter(wanted -> !node.label(wanted.getKey())
                        .equals(Optional.of(wanted.getValue().asText())))
                .findFirst()
                .map(wanted -> "the pod requires nodes with " + wanted.getKey() + "="
                        + wanted.getValue().asText());
    }

    private static FindingBuilder draft(UnscheduledPod pod, KubeResource volume, String situation, String verdict) {
        FindingBuilder findingBuilder = FindingBuilder.of(situation, FindingRank.CAUSE, LinkKind.NODE, verdict);
        VolumeNodeAffinity.of(volume)
                .ifPresent(terms -> findingBuilder.evidence(volume, "spec.nodeAffinity: " + terms));
        return pod.addEvidence(findingBuilder);
    }
}
