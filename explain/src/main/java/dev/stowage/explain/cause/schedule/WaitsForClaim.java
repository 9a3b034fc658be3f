package dev.stowage.explain.cause.schedule;

import dev.stowage.explain.cause.Actor;
import dev.stowage.explain.cause.Commands;
import dev.stowage.explain.cause.Draft;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.Situation;
import dev.stowage.explain.cause.Weight;
import dev.stowage.explain.picture.Thing;
import dev.stowage.explain.strand.Part;
import dev.stowage.explain.strand.Strand;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/// The pod waits for its claim. What the claim waits for is the cause, and told before this.
final class WaitsForClaim implements Situation {
    private static final Pattern UNBOUND = Pattern.compile("unbound immediate PersistentVolumeClaims");
    private static final Duration USUAL = Duration.ofMinutes(1);

    @Override
    public Optional<Finding> in(Strand strand) {
        return Unplaced.in(strand)
                .filter(pod -> pod.says(UNBOUND))
                .flatMap(pod -> strand.claim()
                        .filter(claim -> claim.text("/status/phase").equals("Pending"))
                        .flatMap(claim -> judge(pod, claim)));
    }

    private static Optional<Finding> judge(Unplaced pod, Thing claim) {
        Draft draft = Draft.of(
                        "waits-for-claim",
                        Weight.UMBRELLA,
                        Part.CLAIM,
                        pod.pod().title() + " gets no node before " + claim.title() + " has its volume.")
                .actor(Actor.NOBODY)
                .shows(claim, "status.phase: Pending")
                .usual(USUAL);
        return pod.tell(draft)
                .safe("What the claim waits for.", Commands.describe(claim))
                .found();
    }
}
