package dev.stowage.explain;

import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.Weight;
import dev.stowage.explain.picture.Picture;
import dev.stowage.explain.picture.Thing;
import dev.stowage.explain.strand.Link;
import java.util.List;
import java.util.Optional;

/// The answer.
///
/// @param picture that it rests on
/// @param subject what was asked about
/// @param chain of the volume that is in the worst state
/// @param findings the one that explains most first; empty when nothing is wrong
public record Explanation(Picture picture, Thing subject, List<Link> chain, List<Finding> findings) {

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
        return first().filter(finding -> finding.weight() != Weight.WAITING).isPresent();
    }
}
