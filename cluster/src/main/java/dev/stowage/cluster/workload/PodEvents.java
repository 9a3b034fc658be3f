package dev.stowage.cluster.workload;

import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.ObjectReference;
import java.util.Objects;
import java.util.Optional;

/// Events on the owner of pods with generated names.
///
/// @param about the owner
public record PodEvents(ObjectReference about) {

    public ClusterAction.RecordEvent created(String pod) {
        return ClusterAction.RecordEvent.normal(about, "SuccessfulCreate", "Created pod: " + pod);
    }

    public ClusterAction.RecordEvent deleted(String pod) {
        return ClusterAction.RecordEvent.normal(about, "SuccessfulDelete", "Deleted pod: " + pod);
    }

    public Optional<ClusterAction.RecordEvent> failing(ClusterAction action, ApiFailure failure) {
        String why = Objects.requireNonNullElse(failure.getMessage(), "");
        return switch (action) {
            case ClusterAction.Create<?> create
            when create.kind().equals(Kinds.PODS) ->
                Optional.of(ClusterAction.RecordEvent.warning(about, "FailedCreate", "Error creating: " + why));
            case ClusterAction.Delete<?> delete
            when delete.kind().equals(Kinds.PODS) ->
                Optional.of(ClusterAction.RecordEvent.warning(about, "FailedDelete", "Error deleting: " + why));
            case ClusterAction _ -> Optional.empty();
        };
    }
}
