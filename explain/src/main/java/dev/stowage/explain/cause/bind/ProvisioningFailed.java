package dev.stowage.explain.cause.bind;

import dev.stowage.explain.cause.Actor;
import dev.stowage.explain.cause.Commands;
import dev.stowage.explain.cause.Draft;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.Heard;
import dev.stowage.explain.cause.Said;
import dev.stowage.explain.cause.Situation;
import dev.stowage.explain.cause.Weight;
import dev.stowage.explain.strand.Part;
import dev.stowage.explain.strand.Strand;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The driver was asked for a volume and said no. Its code tells whom the answer is for.
final class ProvisioningFailed implements Situation {
    /// After these the provisioner lets the scheduler choose again, if the driver knows places.
    private static final Set<String> ELSEWHERE = Set.of("ResourceExhausted");

    /// With these it tries the same node again and again.
    private static final Set<String> FINAL = Set.of("NotFound", "InvalidArgument", "FailedPrecondition", "Internal");
    private static final Set<String> UNREACHABLE = Set.of("Unavailable", "DeadlineExceeded", "Aborted", "Canceled");
    private static final Set<String> FORBIDDEN = Set.of("PermissionDenied", "Unauthenticated");

    private final List<Situation> better;

    /// @param better those that know more of the same words
    ProvisioningFailed(List<Situation> better) {
        this.better = List.copyOf(better);
    }

    @Override
    public Optional<Finding> in(Strand strand) {
        return Wish.pending(strand)
                .filter(wish -> strand.storageClass().isPresent())
                .filter(wish ->
                        better.stream().noneMatch(each -> each.in(strand).isPresent()))
                .flatMap(wish -> FailedAttempt.latest(wish)
                        // What is wrong with a source is told by looking at it.
                        .filter(heard -> !heard.text().contains("error getting handle for DataSource"))
                        .flatMap(heard -> judge(wish, heard)));
    }

    private static Optional<Finding> judge(Wish wish, Heard heard) {
        String code = Said.code(heard.text());
        String said = Said.plain(heard.text());
        String claim = wish.claim().title();
        String driver = wish.provisioner();
        if (ELSEWHERE.contains(code)) {
            return draft(
                            wish,
                            heard,
                            "pool-exhausted",
                            driver + " has no room for the " + wish.size() + " of " + claim + ": " + said)
                    .actor(Actor.STORAGE_ADMIN)
                    .advice("Free or add space in the pool, or ask for less.")
                    .found();
        }
        if (code.equals("OutOfRange")) {
            return draft(
                            wish,
                            heard,
                            "size-out-of-range",
                            claim + " asks for " + wish.size() + ", which " + driver + " never makes: " + said)
                    .actor(Actor.USER)
                    .advice("Make the claim anew with another size; it has no data yet.")
                    .found();
        }
        if (FINAL.contains(code) && !wish.selectedNode().isEmpty()) {
            return draft(
                            wish,
                            heard,
                            "stuck-on-node",
                            driver + " refuses to make the volume of " + claim + " on node " + wish.selectedNode()
                                    + ", with a code (" + code + ") after which no other node is tried: " + said)
                    .shows(wish.claim(), "selected-node: " + wish.selectedNode())
                    .actor(Actor.STORAGE_ADMIN)
                    .advice("If the request is right, the driver should say ResourceExhausted, so that the scheduler"
                            + " chooses another node: report it to the driver's makers.")
                    .dangerous(
                            "Let the scheduler choose again.",
                            Commands.on("annotate", wish.claim()) + " volume.kubernetes.io/selected-node-",
                            "should the driver have made something on that node after all, it stays there unused.")
                    .found();
        }
        if (UNREACHABLE.contains(code)) {
            return draft(
                            wish,
                            heard,
                            "driver-unreachable",
                            driver + " does not answer in time for " + claim + ": " + said)
                    .actor(Actor.STORAGE_ADMIN)
                    .advice("Look at the driver's controller pod and at what it talks to; it is tried again by itself.")
                    .found();
        }
        if (FORBIDDEN.contains(code)) {
            return draft(
                            wish,
                            heard,
                            "driver-not-allowed",
                            driver + " is not let in by its storage, for " + claim + ": " + said)
                    .actor(Actor.STORAGE_ADMIN)
                    .advice("Look at the secret that the class names for provisioning, and at the account behind it.")
                    .found();
        }
        return draft(wish, heard, "provisioning-failed", driver + " cannot make the volume of " + claim + ": " + said)
                .actor(code.equals("InvalidArgument") ? Actor.CLUSTER_ADMIN : Actor.STORAGE_ADMIN)
                .advice(
                        code.equals("InvalidArgument")
                                ? "Look at the parameters of the class and at what the claim asks for."
                                : "It is tried again by itself once the reason is gone.")
                .found();
    }

    private static Draft draft(Wish wish, Heard heard, String situation, String verdict) {
        Draft draft = Draft.of(situation, Weight.TOLD, Part.VOLUME, verdict)
                .told(heard)
                .since(wish.claim(), "/metadata/creationTimestamp");
        wish.strand()
                .storageClass()
                .ifPresent(found -> draft.safe("The class that was asked for.", Commands.yaml(found)));
        return draft;
    }
}
