package dev.stowage.explain.cause;

import dev.stowage.explain.chain.LinkKind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// A problem, or something that is being waited for.
///
/// @param cause its id, which scripts can rely on: `no-storage-class`
/// @param link the first broken link of the chain
/// @param verdict one sentence: the problem, and the object that has it
/// @param since when it started; empty if unknown
/// @param usual how long this usually lasts; zero if it does not resolve itself
public record Finding(
        String cause,
        FindingRank rank,
        LinkKind link,
        String verdict,
        ResponsibleParty responsibleParty,
        List<Evidence> evidence,
        List<Remedy> remedies,
        Optional<Instant> since,
        Duration usual) {

    public Finding {
        evidence = List.copyOf(evidence);
        remedies = List.copyOf(remedies);
    }
}
