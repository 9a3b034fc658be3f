package dev.stowage.explain.cause.bind;

import dev.stowage.explain.cause.Actor;
import dev.stowage.explain.cause.Commands;
import dev.stowage.explain.cause.Draft;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.Heard;
import dev.stowage.explain.cause.Situation;
import dev.stowage.explain.cause.Weight;
import dev.stowage.explain.picture.Sort;
import dev.stowage.explain.picture.Thing;
import dev.stowage.explain.strand.Part;
import dev.stowage.explain.strand.Strand;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The node that the scheduler chose is none where the driver can make a volume: the driver is not registered there, or
/// the node's labels are no longer those that the driver gave it.
final class TopologyMismatch implements Situation {
    private static final Pattern NO_KEYS = Pattern.compile("no topology key found on CSINode");
    private static final Pattern OTHER_LABELS =
            Pattern.compile("topology labels from selected node .* does not match topology keys from CSINode"
                    + "|no available topology found");

    @Override
    public Optional<Finding> in(Strand strand) {
        return Wish.pending(strand)
                .filter(Wish::isAskedFor)
                .filter(wish -> strand.picture().sees(Sort.CSI_NODE))
                .flatMap(wish -> {
                    Maker maker = new Maker(wish, wish.provisioner());
                    return unregistered(maker).or(() -> relabelled(maker));
                });
    }

    private static Optional<Finding> unregistered(Maker maker) {
        Wish wish = maker.wish();
        Optional<Heard> told = told(wish, NO_KEYS);
        String node = wish.selectedNode();
        Optional<Thing> csiNode = wish.strand().picture().find(Sort.CSI_NODE, node);
        boolean registered = maker.registrations().anyMatch(each -> each.name().equals(node));
        // Drivers that do not care for places need no plugin on the node to make a volume.
        boolean cares =
                maker.registrations().anyMatch(each -> !keys(each, maker.name()).isEmpty());
        boolean shown = !node.isEmpty() && !registered && cares;
        if (!shown
                && (told.isEmpty()
                        || csiNode.filter(each -> !keys(each, maker.name()).isEmpty())
                                .isPresent())) {
            return Optional.empty();
        }
        Draft draft = Draft.of(
                        "driver-not-on-node",
                        Weight.CAUSE,
                        Part.REGISTRATION,
                        "The scheduler chose " + (node.isEmpty() ? "a node" : "node " + node) + " for the volume of "
                                + wish.claim().title() + ", and " + maker.name() + " is not registered there.")
                .actor(Actor.STORAGE_ADMIN)
                .shows(wish.claim(), "selected-node: " + node)
                .since(wish.claim(), "/metadata/creationTimestamp");
        csiNode.ifPresentOrElse(
                each -> draft.shows(each, "spec.drivers: " + String.join(", ", names(each))),
                () -> draft.shows(wish.claim(), "node " + node + " has no CSINode object"));
        told.ifPresent(draft::told);
        return draft.safe("Which drivers each node has.", "kubectl get csinodes -o wide")
                .safe(
                        "Whether the driver's pod on that node runs.",
                        "kubectl get pods -A -o wide --field-selector spec.nodeName=" + Commands.quoted(node))
                .advice("Start the driver's node plugin there, or keep pods away from nodes that do not have it.")
                .found();
    }

    private static Optional<Finding> relabelled(Maker maker) {
        Wish wish = maker.wish();
        Optional<Heard> told = told(wish, OTHER_LABELS);
        List<Thing> candidates = candidates(maker).toList();
        // While one node is left where a volume can be made, the others are no reason.
        Optional<Thing> odd =
                candidates.stream().allMatch(node -> !missing(maker, node).isEmpty())
                        ? candidates.stream().findFirst()
                        : Optional.empty();
        if (odd.isEmpty() && told.isEmpty()) {
            return Optional.empty();
        }
        String where = odd.map(Thing::title)
                .orElse(wish.selectedNode().isEmpty() ? "the nodes" : "node/" + wish.selectedNode());
        Draft draft = Draft.of(
                        "topology-labels-changed",
                        odd.isPresent() ? Weight.CAUSE : Weight.TOLD,
                        Part.NODE,
                        "The labels of " + where + " are not those that " + maker.name()
                                + " knows places by, so that no volume is made for "
                                + wish.claim().title() + ".")
                .actor(Actor.CLUSTER_ADMIN)
                .since(wish.claim(), "/metadata/creationTimestamp");
        odd.ifPresent(node -> draft.shows(node, "has no label " + String.join(", ", missing(maker, node)))
                .safe(
                        "Labels of the node, and the keys that the driver wants.",
                        "kubectl get node " + Commands.quoted(node.name()) + " --show-labels; kubectl get csinode "
                                + Commands.quoted(node.name()) + " -o yaml"));
        told.ifPresent(draft::told);
        return draft.advice("Put the labels back, or restart the driver's pod on the node: it registers again and the"
                        + " kubelet writes the labels.")
                .found();
    }

    /// The one that was chosen; else all where the driver is.
    private static Stream<Thing> candidates(Maker maker) {
        String selected = maker.wish().selectedNode();
        return maker.registrations()
                .filter(each -> selected.isEmpty() || each.name().equals(selected))
                .flatMap(each -> maker.wish().strand().picture().find(Sort.NODE, each.name()).stream());
    }

    private static List<String> missing(Maker maker, Thing node) {
        return maker.wish().strand().picture().find(Sort.CSI_NODE, node.name()).stream()
                .flatMap(each -> keys(each, maker.name()).stream())
                .filter(key -> node.label(key).isEmpty())
                .toList();
    }

    private static List<String> keys(Thing csiNode, String driver) {
        return csiNode.list("/spec/drivers")
                .filter(each -> each.path("name").asText("").equals(driver))
                .flatMap(each -> each.path("topologyKeys").valueStream())
                .map(key -> key.asText(""))
                .toList();
    }

    private static List<String> names(Thing csiNode) {
        return csiNode.list("/spec/drivers")
                .map(each -> each.path("name").asText(""))
                .toList();
    }

    private static Optional<Heard> told(Wish wish, Pattern words) {
        return FailedAttempt.latest(wish).filter(heard -> heard.matches(words));
    }
}
