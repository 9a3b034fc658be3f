package dev.stowage.explain;

import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.FindingRank;
import dev.stowage.explain.chain.ChainLink;
import dev.stowage.explain.clusterstate.ClusterState;
import dev.stowage.explain.clusterstate.KubeResource;
import java.util.List;
import java.util.Optional;

/// The explanation of one object.
///
/// @param clusterState the state that it is based on
/// @param subject the object to explain
/// @param chain of the volume that is in the worst state
/// @param findings the one that explains most first; empty when nothing is wrong
public record Explanation(
        ClusterState clusterState, KubeResource subject, List<ChainLink> chain, List<Finding> findings) {

    public Explanation {
        chain = List.copyOf(chain);
        findings = List.copyOf(findings);
    }

    /// The main finding; its verdict is the explanation in one sentence.
    public Optional<Finding> first() {
        return findings.stream().findFirst();
    }

    /// Expected waiting is not an error.
    public boolean isWrong() {
        return first().filter(finding -> finding.rank() != FindingRank.WAITING).isPresent();
    }
}
