package dev.stowage.explain.cause.schedule;

import dev.stowage.explain.cause.Actor;
import dev.stowage.explain.cause.Commands;
import dev.stowage.explain.cause.Draft;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.Situation;
import dev.stowage.explain.cause.Weight;
import dev.stowage.explain.picture.Sort;
import dev.stowage.explain.picture.Thing;
import dev.stowage.explain.strand.Part;
import dev.stowage.explain.strand.Strand;
import dev.stowage.flags.SpellingSuggestion;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The volume can be reached from some nodes only, and the pod cannot go to any of them.
final class VolumeElsewhere implements Situation {
    /// Before 1.33, and since.
    private static final Pattern CONFLICT = Pattern.compile(
            "volume node affinity conflict|match PersistentVolume's node affinity|no available volume zone");

    @Override
    public Optional<Finding> in(Strand strand) {
        if (!strand.picture().sees(Sort.NODE)) {
            return Optional.empty();
        }
        return Unplaced.in(strand)
                .flatMap(pod -> strand.volume()
                        .flatMap(volume -> NodeTerms.of(volume).flatMap(terms -> judge(pod, volume, terms))));
    }

    private static Optional<Finding> judge(Unplaced pod, Thing volume, NodeTerms terms) {
        List<Thing> homes = pod.strand().picture().all(Sort.NODE).stream()
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

    private static Optional<Finding> gone(Unplaced pod, Thing volume, NodeTerms terms) {
        List<String> names =
                pod.strand().picture().all(Sort.NODE).stream().map(Thing::name).toList();
        Optional<String> renamed = terms.values().stream()
                .flatMap(value -> SpellingSuggestion.nearest(value, names).stream())
                .findFirst();
        Draft draft = draft(
                        pod,
                        volume,
                        "volume-node-gone",
                        volume.title() + " is on " + String.join(", ", terms.values())
                                + ", and no node answers to that: it is gone, or was renamed or relabelled"
                                + renamed.map(name -> " (to " + name + "?)").orElse("") + ".")
                .actor(Actor.CLUSTER_ADMIN);
        return draft.safe("Nodes and their labels.", "kubectl get nodes --show-labels")
                .advice("Bring the node back under its name, or restore the data into a new claim from a backup.")
                .dangerous(
                        "If the node and its disks are lost for good: give the volume up and make the claim anew.",
                        pod.strand().claim().map(Commands::delete).orElse(""),
                        "the data on that node's disk is given up.")
                .found();
    }

    private static Optional<Finding> closed(Unplaced pod, Thing volume, List<Thing> homes, List<String> obstacles) {
        String where = homes.getFirst().name();
        Draft draft = draft(
                        pod,
                        volume,
                        "volume-node-closed",
                        volume.title() + " can be used on node " + where
                                + (homes.size() > 1 ? " and " + (homes.size() - 1) + " more" : "") + " only, and "
                                + pod.pod().title() + " cannot go there: " + obstacles.getFirst() + ".")
                .actor(Actor.CLUSTER_ADMIN);
        for (int i = 0; i < Math.min(3, homes.size()); i++) {
            draft.shows(homes.get(i), obstacles.get(i));
        }
        if (homes.getFirst().text("/spec/unschedulable").equals("true")) {
            draft.safe(
                    "When the work on the node is over, open it again.", "kubectl uncordon " + Commands.quoted(where));
        }
        return draft.safe("How the node is.", Commands.describe(homes.getFirst()))
                .advice("The pod waits; it starts by itself when the node takes pods again.")
                .found();
    }

    private static Optional<Finding> full(Unplaced pod, Thing volume, List<Thing> homes) {
        Thing home = homes.getFirst();
        return draft(
                        pod,
                        volume,
                        "volume-elsewhere",
                        volume.title() + " can be used on node " + home.name() + " only, and "
                                + pod.pod().title() + " does not fit there: " + pod.said())
                .actor(Actor.USER)
                .shows(home, "takes pods, yet not this one")
                .safe("What runs there.", Commands.describe(home))
                .advice("Let the pod ask for less, or make room on that node.")
                .found();
    }

    /// Why the node takes no pod, or not this one.
    private static Optional<String> obstacle(Thing pod, Thing node) {
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
                .map(wanted -> "the pod wants nodes with " + wanted.getKey() + "="
                        + wanted.getValue().asText());
    }

    private static Draft draft(Unplaced pod, Thing volume, String situation, String verdict) {
        Draft draft = Draft.of(situation, Weight.CAUSE, Part.NODE, verdict);
        NodeTerms.of(volume).ifPresent(terms -> draft.shows(volume, "spec.nodeAffinity: " + terms));
        return pod.tell(draft);
    }
}
