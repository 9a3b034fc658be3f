package dev.stowage.explain.cause.attach;

import dev.stowage.explain.cause.Actor;
import dev.stowage.explain.cause.Attachments;
import dev.stowage.explain.cause.Commands;
import dev.stowage.explain.cause.Draft;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.Heard;
import dev.stowage.explain.cause.Situation;
import dev.stowage.explain.cause.Uses;
import dev.stowage.explain.cause.Weight;
import dev.stowage.explain.picture.Sort;
import dev.stowage.explain.picture.Thing;
import dev.stowage.explain.strand.Part;
import dev.stowage.explain.strand.Strand;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The pod's node does not know the driver.
public final class NotRegistered implements Situation {
    static final String WORD = "driver-not-registered";
    private static final Duration USUAL = Duration.ofMinutes(1);
    private static final Duration YOUNG = Duration.ofMinutes(2);
    private static final Pattern WORDS =
            Pattern.compile("not found in the list of registered CSI drivers|CSINode \\S+ does not contain driver");

    @Override
    public Optional<Finding> in(Strand strand) {
        if (strand.driver().isEmpty() || !isForCsi(strand)) {
            return Optional.empty();
        }
        Optional<Thing> pod = strand.pod().filter(Uses::isStarting);
        Optional<Heard> told = pod.stream()
                .flatMap(each -> Heard.about(each, strand))
                .filter(each -> each.matches(WORDS) && each.text().contains(strand.driver()))
                .findFirst();
        if (isMissing(strand)) {
            return strand.node()
                    .filter(_ -> pod.isPresent() || waits(strand))
                    .flatMap(node -> finding(node, strand, told));
        }
        return told.filter(_ -> strand.csiNode().isEmpty()).flatMap(NotRegistered::onlyTold);
    }

    /// A provisioner without a driver makes volumes of other kinds, which need no registration.
    private static boolean isForCsi(Strand strand) {
        return strand.volume()
                .map(volume -> volume.json().at("/spec/csi").isObject())
                .orElse(strand.csiDriver().isPresent());
    }

    private static boolean waits(Strand strand) {
        return strand.attachment().filter(each -> !Attachments.isAttached(each)).isPresent();
    }

    /// It was not there when the attacher looked, and still is not.
    static boolean isTheReason(String error, Strand strand) {
        return WORDS.matcher(error).find() && isMissing(strand);
    }

    /// The node is seen, and the driver is not among those registered there.
    public static boolean isMissing(Strand strand) {
        boolean seen = strand.node().isPresent() && strand.picture().sees(Sort.CSI_NODE);
        return seen && !registered(strand).contains(strand.driver());
    }

    private static List<String> registered(Strand strand) {
        return strand.csiNode().stream()
                .flatMap(each -> each.list("/spec/drivers"))
                .map(each -> each.path("name").asText(""))
                .toList();
    }

    private static Optional<Finding> finding(Thing node, Strand strand, Optional<Heard> told) {
        String driver = strand.driver();
        boolean young = node.time("/metadata/creationTimestamp")
                .map(born -> strand.since(born).compareTo(YOUNG) < 0)
                .orElse(false);
        Diagnosis why = Diagnosis.of(node.name(), new DriverPods(strand.picture(), driver));
        String verdict = "Driver %s is not registered at node %s: %s."
                .formatted(driver, node.name(), young ? "the node is new and drivers are still starting" : why.text());
        Draft draft = Draft.of(WORD, young ? Weight.WAITING : Weight.CAUSE, Part.REGISTRATION, verdict)
                .actor(young ? Actor.NOBODY : Actor.STORAGE_ADMIN)
                .usual(young ? USUAL : Duration.ZERO);
        strand.csiNode()
                .ifPresentOrElse(
                        each -> draft.shows(each, "drivers " + registered(strand)),
                        () -> draft.shows(node, "there is no csinode/" + node.name()));
        told.ifPresent(draft::told);
        strand.pod().ifPresent(pod -> draft.since(pod, "/status/startTime"));
        elsewhere(draft, strand);
        why.advise(draft);
        return draft.safe("See which drivers each node has.", "kubectl get csinodes -o yaml")
                .found();
    }

    private static void elsewhere(Draft draft, Strand strand) {
        List<Thing> having = strand.picture().all(Sort.CSI_NODE).stream()
                .filter(each -> each.list("/spec/drivers")
                        .anyMatch(entry -> entry.path("name").asText("").equals(strand.driver())))
                .toList();
        having.stream().findFirst().ifPresent(each -> draft.shows(each, "has it, as one of " + having.size()));
        if (having.isEmpty()) {
            draft.advice("No node has a driver of this name: see whether the name in the class is right. Known are: "
                    + String.join(
                            ", ",
                            strand.picture().all(Sort.DRIVER).stream()
                                    .map(Thing::name)
                                    .toList()));
        }
    }

    /// When CSINodes cannot be looked at.
    private static Optional<Finding> onlyTold(Heard told) {
        return Draft.of(
                        WORD,
                        Weight.TOLD,
                        Part.REGISTRATION,
                        "The driver is not registered at the node of %s."
                                .formatted(told.about().title()))
                .actor(Actor.STORAGE_ADMIN)
                .told(told)
                .since(told.told().last())
                .safe("See whether the driver's pod on that node runs.", Commands.kubectl("") + " get pods -A -o wide")
                .found();
    }
}
