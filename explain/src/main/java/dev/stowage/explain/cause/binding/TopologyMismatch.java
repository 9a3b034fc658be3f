package dev.stowage.explain.cause.binding;

import dev.stowage.explain.cause.Cause;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.FindingBuilder;
import dev.stowage.explain.cause.FindingRank;
import dev.stowage.explain.cause.KubectlCommands;
import dev.stowage.explain.cause.ObservedEvent;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.chain.VolumeChain;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The driver cannot create a volume for the node that the scheduler chose: the driver is not registered there,
/// or the node's labels have changed since registration.
final class TopologyMismatch implements Cause {
    private static final Pattern NO_KEYS = Pattern.compile("no topology key found on CSINode");
    private static final Pattern OTHER_LABELS =
            Pattern.compile("topology labels from selected node .* does not match topology keys from CSINode"
                    + "|no available topology found");

    @Override
    public Optional<Finding> findIn(VolumeChain volumeChain) {
        return PendingClaim.pending(volumeChain)
                .filter(PendingClaim::isProvisioningRequested)
                .filter(pendingClaim -> volumeChain.clusterState().isListed(ResourceKind.CSI_NODE))
                .flatMap(pendingClaim -> {
                    ProvisionerStatus provisionerStatus =
                            new ProvisionerStatus(pendingClaim, pendingClaim.provisioner());
                    return unregistered(provisionerStatus).or(() -> relabelled(provisionerStatus));
                });
    }

    private static Optional<Finding> unregistered(ProvisionerStatus provisionerStatus) {
        PendingClaim pendingClaim = provisionerStatus.claim();
        Optional<ObservedEvent> told = told(pendingClaim, NO_KEYS);
        String node = pendingClaim.selectedNode();
        Optional<KubeResource> csiNode = pendingClaim.chain().clusterState().find(ResourceKind.CSI_NODE, node);
        boolean registered =
                provisionerStatus.registrations().anyMatch(each -> each.name().equals(node));
        // Drivers without topology need no plugin on the node to create a volume.
        boolean cares = provisionerStatus
                .registrations()
                .anyMatch(each -> !keys(each, provisionerStatus.name()).isEmpty());
        boolean shown = !node.isEmpty() && !registered && cares;
        if (!shown
                && (told.isEmpty()
                        || csiNode.filter(each ->
                                        !keys(each, provisionerStatus.name()).isEmpty())
                                .isPresent())) {
            return Optional.empty();
        }
        FindingBuilder findingBuilder = FindingBuilder.of(
                        "driver-not-on-node",
                        FindingRank.CAUSE,
                        LinkKind.REGISTRATION,
                        "The scheduler chose " + (node.isEmpty() ? "a node" : "node " + node) + " for the volume of "
                                + pendingClaim.claim().title() + ", and " + provisionerStatus.name()
                                + " is not registered there.")
                .actor(ResponsibleParty.STORAGE_ADMIN)
                .evidence(pendingClaim.claim(), "selected-node: " + node)
                .since(pendingClaim.claim(), "/metadata/creationTimestamp");
        csiNode.ifPresentOrElse(
                each -> findingBuilder.evidence(each, "spec.drivers: " + String.join(", ", names(each))),
                () -> findingBuilder.evidence(pendingClaim.claim(), "node " + node + " has no CSINode object"));
        told.ifPresent(findingBuilder::event);
        return findingBuilder
                .safe("List the drivers of each node.", "kubectl get csinodes -o wide")
                .safe(
                        "Check whether the driver's pod on that node runs.",
                        "kubectl get pods -A -o wide --field-selector spec.nodeName=" + KubectlCommands.quoted(node))
                .advice("Start the driver's node plugin there, or keep pods away from nodes without it.")
                .build();
    }

    private static Optional<Finding> relabelled(ProvisionerStatus provisionerStatus) {
        PendingClaim pendingClaim = provisionerStatus.claim();
        Optional<ObservedEvent> told = told(pendingClaim, OTHER_LABELS);
        List<KubeResource> candidates = candidates(provisionerStatus).toList();
        // As long as a volume can be created for one node, the others are not the cause.
        Optional<KubeResource> odd = candidates.stream()
                        .allMatch(node -> !missing(provisionerStatus, node).isEmpty())
                ? candidates.stream().findFirst()
                : Optional.empty();
        if (odd.isEmpty() && told.isEmpty()) {
            return Optional.empty();
        }
        String where = odd.map(KubeResource::title)
                .orElse(pendingClaim.selectedNode().isEmpty() ? "the nodes" : "node/" + pendingClaim.selectedNode());
        FindingBuilder findingBuilder = FindingBuilder.of(
                        "topology-labels-changed",
                        odd.isPresent() ? FindingRank.CAUSE : FindingRank.TOLD,
                        LinkKind.NODE,
                        "The labels of " + where + " lack the topology keys of " + provisionerStatus.name()
                                + ", so no volume is provisioned for "
                                + pendingClaim.claim().title() + ".")
                .actor(ResponsibleParty.CLUSTER_ADMIN)
                .since(pendingClaim.claim(), "/metadata/creationTimestamp");
        odd.ifPresent(node -> findingBuilder
                .evidence(node, "has no label " + String.join(", ", missing(provisionerStatus, node)))
                .safe(
                        "Compare the labels of the node with the topology keys of the driver.",
                        "kubectl get node " + KubectlCommands.quoted(node.name())
                                + " --show-labels; kubectl get csinode " + KubectlCommands.quoted(node.name())
                                + " -o yaml"));
        told.ifPresent(findingBuilder::event);
        return findingBuilder
                .advice("Restore the labels, or restart the driver's pod on the node: it registers again and the"
                        + " kubelet sets the labels.")
                .build();
    }

    /// The selected node; otherwise all nodes with the driver.
    private static Stream<KubeResource> candidates(ProvisionerStatus provisionerStatus) {
        String selected = provisionerStatus.claim().selectedNode();
        return provisionerStatus
                .registrations()
                .filter(each -> selected.isEmpty() || each.name().equals(selected))
                .flatMap(each ->
                        provisionerStatus.claim().chain().clusterState().find(ResourceKind.NODE, each.name()).stream());
    }

    private static List<String> missing(ProvisionerStatus provisionerStatus, KubeResource node) {
        return provisionerStatus.claim().chain().clusterState().find(ResourceKind.CSI_NODE, node.name()).stream()
                .flatMap(each -> keys(each, provisionerStatus.name()).stream())
                .filter(key -> node.label(key).isEmpty())
                .toList();
    }

    private static List<String> keys(KubeResource csiNode, String driver) {
        return csiNode.list("/spec/drivers")
                .filter(each -> each.path("name").asText("").equals(driver))
                .flatMap(each -> each.path("topologyKeys").valueStream())
                .map(key -> key.asText(""))
                .toList();
    }

    private static List<String> names(KubeResource csiNode) {
        return csiNode.list("/spec/drivers")
                .map(each -> each.path("name").asText(""))
                .toList();
    }

    private static Optional<ObservedEvent> told(PendingClaim pendingClaim, Pattern words) {
        return ProvisioningEvents.latest(pendingClaim).filter(observedEvent -> observedEvent.matches(words));
    }
}
