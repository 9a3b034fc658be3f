package dev.stowage.explain;

import dev.stowage.explain.cause.Cause;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.FindingRank;
import dev.stowage.explain.chain.ChainStatus;
import dev.stowage.explain.chain.LinkState;
import dev.stowage.explain.chain.VolumeChain;
import dev.stowage.explain.chain.VolumeChainFinder;
import dev.stowage.explain.clusterstate.ClusterState;
import dev.stowage.explain.clusterstate.KubeResource;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Checks every known cause for every volume of the subject; the finding that explains most comes first.
public final class Explainer {
    /// The cause that the others follow from comes first: how sure it is, then how early in the chain, then
    /// the newest.
    private static final Comparator<Finding> ORDER = Comparator.comparing(Finding::rank)
            .thenComparing(Finding::link)
            .thenComparing(finding -> finding.since().orElse(Instant.EPOCH), Comparator.reverseOrder());

    private final List<Cause> situations;

    public Explainer() {
        this(CauseCatalog.ALL);
    }

    Explainer(List<Cause> situations) {
        this.situations = List.copyOf(situations);
    }

    /// @throws IllegalArgumentException when the subject is of a kind without volumes
    public Explanation explain(ClusterState clusterState, KubeResource subject) {
        List<Case> cases = new ArrayList<>();
        List<VolumeChain> strands = new VolumeChainFinder(clusterState).of(subject);
        for (VolumeChain volumeChain : strands) {
            for (Cause cause : situations) {
                cause.findIn(volumeChain).ifPresent(finding -> cases.add(new Case(volumeChain, finding)));
            }
        }
        if (cases.stream().allMatch(each -> each.finding().rank() == FindingRank.UMBRELLA)) {
            for (VolumeChain volumeChain : strands) {
                ChainFinding.of(volumeChain).ifPresent(finding -> cases.add(new Case(volumeChain, finding)));
            }
        }
        cases.sort(Comparator.comparing(Case::finding, ORDER));
        return new Explanation(clusterState, subject, chain(strands, cases).links(), findings(cases));
    }

    /// A finding, and the volume that it is about.
    private record Case(VolumeChain chain, Finding finding) {}

    /// A finding that applies to all volumes of a pod is reported once.
    private static List<Finding> findings(List<Case> cases) {
        Set<String> told = new HashSet<>();
        return cases.stream()
                .map(Case::finding)
                .filter(finding -> told.add(finding.cause() + "\n" + finding.verdict()))
                .toList();
    }

    private static ChainStatus chain(List<VolumeChain> strands, List<Case> cases) {
        if (cases.isEmpty()) {
            return ChainStatus.of(strands.getFirst());
        }
        Case worst = cases.getFirst();
        Finding finding = worst.finding();
        LinkState linkState = finding.rank() == FindingRank.WAITING ? LinkState.WAITING : LinkState.BROKEN;
        return ChainStatus.of(worst.chain())
                .with(finding.link(), linkState, finding.cause().replace('-', ' '));
    }
}
