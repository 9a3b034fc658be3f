package dev.stowage.explain.cause.mount;

import dev.stowage.explain.cause.Actor;
import dev.stowage.explain.cause.Commands;
import dev.stowage.explain.cause.Draft;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.Heard;
import dev.stowage.explain.cause.Situation;
import dev.stowage.explain.cause.Uses;
import dev.stowage.explain.cause.Weight;
import dev.stowage.explain.strand.Part;
import dev.stowage.explain.strand.Strand;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What the kubelet says when the volumes of a pod are not there after two minutes. It tells no cause.
public final class MountTimeout implements Situation {
    private static final Pattern UNMOUNTED = Pattern.compile("unmounted volumes=\\[([^\\]]*)\\]");
    private static final Pattern UNATTACHED = Pattern.compile("unattached volumes=\\[([^\\]]*)\\]");

    @Override
    public Optional<Finding> in(Strand strand) {
        return Failures.all(strand).filter(Wordings.UMBRELLA::in).findFirst().flatMap(told -> finding(told, strand));
    }

    private static Optional<Finding> finding(Heard told, Strand strand) {
        String missing = listed(UNMOUNTED, told.text());
        String unattached = listed(UNATTACHED, told.text());
        String verdict = "%s waits for %s at node %s%s."
                .formatted(
                        told.about().title(),
                        missing.isEmpty() ? "its volumes" : "its volumes " + missing,
                        Uses.node(told.about()),
                        unattached.isEmpty() ? "" : ", of which " + unattached + " are not attached");
        Draft draft = Draft.of("volumes-not-ready", Weight.UMBRELLA, Part.MOUNT, verdict)
                .actor(Actor.CLUSTER_ADMIN)
                .told(told)
                .since(told.about(), "/status/startTime")
                .advice("This is told whatever the cause is. The cause stands in the log of the kubelet and of the"
                        + " driver at that node.")
                .safe("See everything that was told about the pod.", Commands.describe(told.about()));
        strand.node()
                .ifPresent(node -> draft.safe(
                        "Read the kubelet's log, if the cluster allows it.",
                        "kubectl get --raw '/api/v1/nodes/" + node.name() + "/proxy/logs/?query=kubelet'"));
        return draft.found();
    }

    private static String listed(Pattern pattern, String text) {
        Matcher found = pattern.matcher(text);
        return found.find() ? found.group(1).strip().replaceAll("\\s+", ", ") : "";
    }
}
