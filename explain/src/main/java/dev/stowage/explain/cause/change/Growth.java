package dev.stowage.explain.cause.change;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.explain.cause.Amounts;
import dev.stowage.explain.cause.Heard;
import dev.stowage.explain.cause.Uses;
import dev.stowage.explain.picture.Sort;
import dev.stowage.explain.picture.Thing;
import dev.stowage.explain.strand.Strand;
import dev.stowage.k8s.Quantity;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// How far a claim is that is to grow.
///
/// @param step as the claim tells it, for example `NodeResizePending`; empty before the first
record Growth(Strand strand, Thing claim, Quantity has, Quantity wanted, String step) {

    /// Empty when nothing is to grow.
    static Optional<Growth> of(Strand strand) {
        return strand.claim()
                .filter(claim -> claim.text("/status/phase").equals("Bound") && !claim.isDeleting())
                .flatMap(claim -> read(strand, claim));
    }

    private static Optional<Growth> read(Strand strand, Thing claim) {
        Quantity has = Amounts.at(claim, "/status/capacity/storage").orElse(Quantity.ZERO);
        Quantity wanted = Amounts.wanted(claim).orElse(Quantity.ZERO);
        String step = claim.text("/status/allocatedResourceStatuses/storage");
        boolean grows = wanted.compareTo(has) > 0 && !has.isZero();
        return grows || !step.isEmpty() ? Optional.of(new Growth(strand, claim, has, wanted, step)) : Optional.empty();
    }

    /// The text of a condition that holds, empty when it does not.
    Optional<String> condition(String type) {
        return claim.condition(type)
                .filter(each -> each.path("status").asText("").equals("True"))
                .map(each -> each.path("message").asText(""));
    }

    Optional<Instant> since(String condition) {
        return claim.condition(condition).flatMap(Growth::transition);
    }

    private static Optional<Instant> transition(JsonNode condition) {
        return new Thing(Sort.CLAIM, condition).time("/lastTransitionTime");
    }

    /// Pods that have it mounted, or soon will.
    List<Thing> users() {
        return Uses.of(claim, strand.picture()).stream()
                .filter(pod -> !Uses.node(pod).isEmpty() && !Uses.isOver(pod))
                .toList();
    }

    Optional<Heard> failure() {
        return Heard.about(claim, strand)
                .filter(each -> each.isBecause("VolumeResizeFailed") || each.isBecause("FileSystemResizeFailed"))
                .findFirst();
    }

    boolean waitsForNode() {
        return step.equals("NodeResizePending")
                || step.equals("NodeResizeInProgress")
                || condition("FileSystemResizePending").isPresent();
    }

    String sizes() {
        return "capacity " + has + ", requested " + wanted + (step.isEmpty() ? "" : ", " + step);
    }
}
