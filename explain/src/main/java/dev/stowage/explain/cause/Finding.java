package dev.stowage.explain.cause;

import dev.stowage.explain.chain.LinkKind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What is wrong, or what is waited for.
///
/// @param cause its word; scripts read it: `no-storage-class`
/// @param link the first link of the chain that does not hold
/// @param verdict one sentence: what is wrong, with which object
/// @param since from when on it is so; empty when nothing tells it
/// @param usual how long this usually lasts; zero when it does not end by itself
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
