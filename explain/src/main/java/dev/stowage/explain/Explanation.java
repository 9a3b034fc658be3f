package dev.stowage.explain;

import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.FindingRank;
import dev.stowage.explain.chain.ChainLink;
import dev.stowage.explain.clusterstate.ClusterState;
import dev.stowage.explain.clusterstate.KubeResource;
import java.util.List;
import java.util.Optional;

/// The answer.
///
/// @param clusterState that it rests on
/// @param subject the object to explain
/// @param chain of the volume that is in the worst state
/// @param findings the one that explains most first; empty when nothing is wrong
public record Explanation(
        ClusterState clusterState, KubeResource subject, List<ChainLink> chain, List<Finding> findings) {

    public Explanation {
        chain = List.copyOf(chain);
        findings = List.copyOf(findings);
    }

    /// The answer in one sentence is its verdict.
    public Optional<Finding> first() {
        return findings.stream().findFirst();
    }

    /// Waiting in order is not wrong.
    public boolean isWrong() {
        return first().filter(finding -> finding.rank() != FindingRank.WAITING).isPresent();
    }
}
