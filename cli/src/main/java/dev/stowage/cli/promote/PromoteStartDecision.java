package dev.stowage.cli.promote;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Which copy is promoted, if any. Pure. Whether the node of the volume is down, the mover decides.
final class PromoteStartDecision {
    private final PromoteStartState state;
    private final PromoteOptions options;
    private final String claim;
    private final List<VolumeStandby> open;

    private PromoteStartDecision(PromoteStartState state) {
        this.state = state;
        this.options = state.options();
        this.claim = "pvc/" + options.claim();
        this.open = state.standbys().stream()
                .filter(standby -> standby.phase() != StandbyPhase.PROMOTED)
                .filter(standby -> !standby.isBeingDeleted() || standby.isPromoting())
                .toList();
    }

    static PromoteStart decide(PromoteStartState state) {
        return new PromoteStartDecision(state).decide();
    }

    private PromoteStart decide() {
        if (!state.isClaimThere() && open.stream().noneMatch(VolumeStandby::isPromoting)) {
            return new PromoteStart.Refuse(claim + " not found in namespace " + options.namespace());
        }
        if (open.isEmpty()) {
            return none();
        }
        List<VolumeStandby> here = open.stream()
                .filter(standby -> options.node().isEmpty() || standby.node().equals(options.node()))
                .toList();
        if (here.isEmpty()) {
            return new PromoteStart.Refuse("node %s has no standby copy of %s; there is one on node %s"
                    .formatted(options.node(), claim, nodes(open)));
        }
        // Of two copies that are promoted, each could be used by pods.
        Optional<VolumeStandby> requested =
                open.stream().filter(VolumeStandby::isRequested).max(Comparator.comparing(VolumeStandby::isPromoting));
        if (requested.isPresent()) {
            return here.contains(requested.get())
                    ? requested(requested.get())
                    : new PromoteStart.Refuse("the copy of %s on node %s is being promoted already (VolumeStandby %s)"
                            .formatted(
                                    claim,
                                    requested.get().node(),
                                    requested.get().key()));
        }
        return newest(here)
                .map(this::request)
                .orElseGet(() -> new PromoteStart.Refuse("%s has no complete copy yet on node %s: %s"
                        .formatted(
                                claim,
                                nodes(here),
                                PromoteText.printable(here.getFirst().message()))));
    }

    private PromoteStart none() {
        return new PromoteStart.Refuse("""
                %1$s has no standby copy%2$s; a VolumeStandby keeps one, as long as the node of the volume is up:

                  apiVersion: stowage.dev/v1alpha1
                  kind: VolumeStandby
                  metadata: {name: %3$s, namespace: %4$s}
                  spec: {claimName: %3$s, targetNode: NODE}""".formatted(claim, promoted(), options.claim(), options.namespace()));
    }

    /// That a copy was promoted once is no reason to end with success: the node of now may be another one.
    private String promoted() {
        String nodes = nodes(state.standbys().stream()
                .filter(standby -> standby.phase() == StandbyPhase.PROMOTED)
                .toList());
        return nodes.isEmpty() ? "" : " any more: that on node " + nodes + " was promoted";
    }

    private PromoteStart requested(VolumeStandby standby) {
        boolean isMore = options.nodeIsDown() && !standby.nodeIsDown();
        return isMore && !standby.isPromoting() ? request(standby) : new PromoteStart.Resume(standby);
    }

    private static Optional<VolumeStandby> newest(List<VolumeStandby> standbys) {
        return standbys.stream()
                .filter(standby -> standby.copiedAt().isPresent())
                .max(Comparator.comparing(
                        (VolumeStandby standby) -> standby.copiedAt().orElse(Instant.MIN)));
    }

    /// The promotion is requested all the same: a mover may be starting.
    private PromoteStart request(VolumeStandby standby) {
        boolean isMoverKnown = standby.driver().isEmpty() || state.movers().has(standby.driver(), standby.node());
        return new PromoteStart.Request(
                standby,
                isMoverKnown
                        ? ""
                        : "No mover of driver %s is known on %s; the promotion waits for it (run the role mover there)."
                                .formatted(standby.driver(), standby.node()));
    }

    private static String nodes(List<VolumeStandby> standbys) {
        return standbys.stream().map(VolumeStandby::node).sorted().collect(Collectors.joining(", "));
    }
}
