package dev.stowage.explain.cause.mount;

import dev.stowage.explain.cause.Cause;
import dev.stowage.explain.cause.ClaimUsers;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.FindingBuilder;
import dev.stowage.explain.cause.FindingRank;
import dev.stowage.explain.cause.KubectlCommands;
import dev.stowage.explain.cause.ObservedEvent;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.chain.VolumeChain;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The kubelet's event when the volumes of a pod are not mounted after two minutes. It contains no cause.
final class MountTimeout implements Cause {
    private static final Pattern UNMOUNTED = Pattern.compile("unmounted volumes=\\[([^\\]]*)\\]");
    private static final Pattern UNATTACHED = Pattern.compile("unattached volumes=\\[([^\\]]*)\\]");

    @Override
    public Optional<Finding> findIn(VolumeChain volumeChain) {
        return KubeletMountEvents.all(volumeChain)
                .filter(MountErrorPattern.UMBRELLA::in)
                .findFirst()
                .flatMap(told -> finding(told, volumeChain));
    }

    private static Optional<Finding> finding(ObservedEvent told, VolumeChain volumeChain) {
        String missing = listed(UNMOUNTED, told.text());
        String unattached = listed(UNATTACHED, told.text());
        String verdict = "%s is waiting for %s on node %s%s."
                .formatted(
                        told.about().title(),
                        missing.isEmpty() ? "its volumes" : "its volumes " + missing,
                        ClaimUsers.node(told.about()),
                        unattached.isEmpty() ? "" : ", of which " + unattached + " are not attached");
        FindingBuilder findingBuilder = FindingBuilder.of(
                        "volumes-not-ready", FindingRank.UMBRELLA, LinkKind.MOUNT, verdict)
                .actor(ResponsibleParty.CLUSTER_ADMIN)
                .event(told)
                .since(told.about(), "/status/startTime")
                .advice("The kubelet reports this for any cause. The cause is in the log of the kubelet and of the"
                        + " driver on that node.")
                .safe("Show all events of the pod.", KubectlCommands.describe(told.about()));
        volumeChain
                .node()
                .ifPresent(node -> findingBuilder.safe(
                        "Read the kubelet's log, if the cluster allows it.",
                        "kubectl get --raw '/api/v1/nodes/" + node.name() + "/proxy/logs/?query=kubelet'"));
        return findingBuilder.build();
    }

    private static String listed(Pattern pattern, String text) {
        Matcher found = pattern.matcher(text);
        return found.find() ? found.group(1).strip().replaceAll("\\s+", ", ") : "";
    }
}
