package dev.stowage.explain.cause.bind;

import dev.stowage.explain.cause.Actor;
import dev.stowage.explain.cause.Commands;
import dev.stowage.explain.cause.Draft;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.Situation;
import dev.stowage.explain.cause.Weight;
import dev.stowage.explain.strand.Part;
import dev.stowage.explain.strand.Strand;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The claim asks for something that this driver, or any driver, does not do.
final class Unsupported implements Situation {
    private static final List<Request> REQUESTS = List.of(
            new Request(
                    "selector-not-supported",
                    Pattern.compile("claim Selector is not supported"),
                    "chooses among volumes by labels (spec.selector), and volumes that are made on demand have none",
                    "Leave spec.selector out, or set storageClassName to \"\" and make a volume with these labels by hand."),
            new Request(
                    "clone-not-supported",
                    Pattern.compile("does not support clone operations|CLONE_VOLUME capability is not reported"),
                    "shall be a copy of another claim, and the driver cannot copy volumes",
                    "Make it without spec.dataSource and copy the files in a pod, or restore a snapshot if the driver"
                            + " has those."),
            new Request(
                    "restore-not-supported",
                    Pattern.compile(
                            "does not support snapshot restore|CREATE_DELETE_SNAPSHOT capability is not reported"),
                    "shall be made of a snapshot, and the driver cannot do that",
                    "Make it without spec.dataSource and copy the files in a pod."),
            new Request(
                    "access-mode-not-supported",
                    Pattern.compile("(?i)access ?modes?.{0,60}(?:is|are) not supported|unsupported access ?mode"),
                    "asks for a way of access that the driver does not have",
                    "Choose another of spec.accessModes; ReadWriteOnce is what all drivers have."));

    @Override
    public Optional<Finding> in(Strand strand) {
        return Wish.pending(strand).flatMap(wish -> bySelector(wish).or(() -> byWords(wish)));
    }

    /// The object shows it before anybody tells.
    private static Optional<Finding> bySelector(Wish wish) {
        boolean shown = wish.claim().json().at("/spec/selector").isObject()
                && wish.isAskedFor()
                && !wish.provisioner().equals(Wish.NO_PROVISIONER)
                && wish.fitting().isEmpty();
        return shown ? REQUESTS.getFirst().draft(wish).found() : Optional.empty();
    }

    private static Optional<Finding> byWords(Wish wish) {
        return FailedAttempt.latest(wish)
                .flatMap(told -> REQUESTS.stream()
                        .filter(request -> told.matches(request.words()))
                        .findFirst()
                        .flatMap(request -> request.draft(wish).found()));
    }

    /// Something that cannot be asked for.
    ///
    /// @param why completes the sentence that begins with the claim
    private record Request(String situation, Pattern words, String why, String instead) {

        Draft draft(Wish wish) {
            Draft draft = Draft.of(
                            situation, Weight.CAUSE, Part.CLAIM, wish.claim().title() + " " + why + ".")
                    .actor(Actor.USER)
                    .since(wish.claim(), "/metadata/creationTimestamp");
            FailedAttempt.latest(wish)
                    .ifPresentOrElse(
                            draft::told,
                            () -> draft.shows(
                                    wish.claim(), "spec.selector is set, spec.storageClassName: " + wish.className()));
            return draft.advice(instead)
                    .safe(
                            "A claim cannot be changed in this: delete it and make it anew. It has no data yet.",
                            Commands.delete(wish.claim()));
        }
    }
}
