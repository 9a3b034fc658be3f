package dev.stowage.control.workload.stateful;

import dev.stowage.control.act.Act;
import dev.stowage.control.workload.Owning;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.StatefulSet;
import java.util.Objects;
import java.util.Optional;

/// What a set tells its user, in the words that users know.
final class StatefulTelling {
    private final StatefulSet set;
    private final ObjectReference about;

    StatefulTelling(StatefulSet set) {
        this.set = set;
        this.about = Owning.about(Kinds.STATEFUL_SETS, set);
    }

    Act.Tell made(String pod) {
        return done("Create", pod);
    }

    Act.Tell done(String verb, String pod) {
        return Act.Tell.normal(
                about,
                "Successful" + verb,
                "%s Pod %s in StatefulSet %s successful"
                        .formatted(verb, pod, set.meta().name()));
    }

    Act.Tell failed(String verb, String pod, String why) {
        return Act.Tell.warning(
                about,
                "Failed" + verb,
                "%s Pod %s in StatefulSet %s failed error: %s"
                        .formatted(verb, pod, set.meta().name(), why));
    }

    Act.Tell madeClaim(String claim, String pod) {
        return Act.Tell.normal(
                about,
                "SuccessfulCreate",
                "Create Claim %s Pod %s in StatefulSet %s success"
                        .formatted(claim, pod, set.meta().name()));
    }

    /// A name that is taken is no news: it was made by an earlier look, or the next look will tell.
    Optional<Act.Tell> failing(Act act, ApiFailure failure) {
        String why = Objects.requireNonNullElse(failure.getMessage(), "");
        if (failure.isAlreadyExists() || failure.isConflict()) {
            return Optional.empty();
        }
        return switch (act) {
            case Act.Create<?> create
            when create.kind().equals(Kinds.PODS) -> Optional.of(failed("Create", name(create), why));
            case Act.Create<?> create
            when create.kind().equals(Kinds.CLAIMS) -> Optional.of(claimFailed(name(create), why));
            case Act.Remove<?> remove
            when remove.kind().equals(Kinds.PODS) ->
                Optional.of(failed("Delete", remove.seen().meta().name(), why));
            case Act.Change<?> change
            when change.kind().equals(Kinds.PODS) ->
                Optional.of(failed("Update", change.seen().meta().name(), why));
            case Act _ -> Optional.empty();
        };
    }

    private Act.Tell claimFailed(String claim, String why) {
        String pod = set.meta().name() + claim.substring(claim.lastIndexOf('-'));
        return Act.Tell.warning(
                about,
                "FailedCreate",
                "Create Claim %s for Pod %s in StatefulSet %s failed error: %s"
                        .formatted(claim, pod, set.meta().name(), why));
    }

    private static String name(Act.Create<?> create) {
        return create.object().path("metadata").path("name").asText("");
    }
}
