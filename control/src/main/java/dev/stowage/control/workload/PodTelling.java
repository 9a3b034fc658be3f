package dev.stowage.control.workload;

import dev.stowage.control.act.Act;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.ObjectReference;
import java.util.Objects;
import java.util.Optional;

/// What the owner of pods without names of their own tells its user.
///
/// @param about the owner
public record PodTelling(ObjectReference about) {

    public Act.Tell created(String pod) {
        return Act.Tell.normal(about, "SuccessfulCreate", "Created pod: " + pod);
    }

    public Act.Tell deleted(String pod) {
        return Act.Tell.normal(about, "SuccessfulDelete", "Deleted pod: " + pod);
    }

    public Optional<Act.Tell> failing(Act act, ApiFailure failure) {
        String why = Objects.requireNonNullElse(failure.getMessage(), "");
        return switch (act) {
            case Act.Create<?> create
            when create.kind().equals(Kinds.PODS) ->
                Optional.of(Act.Tell.warning(about, "FailedCreate", "Error creating: " + why));
            case Act.Remove<?> remove
            when remove.kind().equals(Kinds.PODS) ->
                Optional.of(Act.Tell.warning(about, "FailedDelete", "Error deleting: " + why));
            case Act _ -> Optional.empty();
        };
    }
}
