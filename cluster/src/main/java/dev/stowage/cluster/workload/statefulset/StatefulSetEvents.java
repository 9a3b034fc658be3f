package dev.stowage.cluster.workload.statefulset;

import dev.stowage.cluster.workload.OwnerReferences;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.StatefulSet;
import java.util.Objects;
import java.util.Optional;

/// The events of a set, with the texts of kube-controller-manager.
final class StatefulSetEvents {
    private final StatefulSet set;
    private final ObjectReference about;

    StatefulSetEvents(StatefulSet set) {
        this.set = set;
        this.about = OwnerReferences.objectReference(Kinds.STATEFUL_SETS, set);
    }

    ClusterAction.RecordEvent created(String pod) {
        return done("Create", pod);
    }

    ClusterAction.RecordEvent done(String verb, String pod) {
        return ClusterAction.RecordEvent.normal(
                about,
                "Successful" + verb,
                "%s Pod %s in StatefulSet %s successful"
                        .formatted(verb, pod, set.meta().name()));
    }

    ClusterAction.RecordEvent failed(String verb, String pod, String why) {
        return ClusterAction.RecordEvent.warning(
                about,
                "Failed" + verb,
                "%s Pod %s in StatefulSet %s failed error: %s"
                        .formatted(verb, pod, set.meta().name(), why));
    }

    ClusterAction.RecordEvent createdClaim(String claim, String pod) {
        return ClusterAction.RecordEvent.normal(
                about,
                "SuccessfulCreate",
                "Create Claim %s Pod %s in StatefulSet %s success"
                        .formatted(claim, pod, set.meta().name()));
    }

    /// AlreadyExists is not an error: an earlier run created it, or the next run will show.
    Optional<ClusterAction.RecordEvent> failing(ClusterAction action, ApiFailure failure) {
        String why = Objects.requireNonNullElse(failure.getMessage(), "");
        if (failure.isAlreadyExists() || failure.isConflict()) {
            return Optional.empty();
        }
        return switch (action) {
            case ClusterAction.Create<?> create
            when create.kind().equals(Kinds.PODS) -> Optional.of(failed("Create", name(create), why));
            case ClusterAction.Create<?> create
            when create.kind().equals(Kinds.CLAIMS) -> Optional.of(claimFailed(name(create), why));
            case ClusterAction.Delete<?> delete
            when delete.kind().equals(Kinds.PODS) ->
                Optional.of(failed("Delete", delete.seen().meta().name(), why));
            case ClusterAction.PatchObject<?> patchObject
            when patchObject.kind().equals(Kinds.PODS) ->
                Optional.of(failed("Update", patchObject.seen().meta().name(), why));
            case ClusterAction _ -> Optional.empty();
        };
    }

    private ClusterAction.RecordEvent claimFailed(String claim, String why) {
        String pod = set.meta().name() + claim.substring(claim.lastIndexOf('-'));
        return ClusterAction.RecordEvent.warning(
                about,
                "FailedCreate",
                "Create Claim %s for Pod %s in StatefulSet %s failed error: %s"
                        .formatted(claim, pod, set.meta().name(), why));
    }

    private static String name(ClusterAction.Create<?> create) {
        return create.object().path("metadata").path("name").asText("");
    }
}
