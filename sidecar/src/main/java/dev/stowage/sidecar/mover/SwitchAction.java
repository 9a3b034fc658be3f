package dev.stowage.sidecar.mover;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.kube.model.Pod;
import dev.stowage.sidecar.mover.MoveState.LiveVolume;
import java.util.List;

/// The next thing to do for a PersistentVolume whose content is on another node now.
sealed interface SwitchAction {

    /// Record the whole volume before it is touched.
    record Save(JsonNode volume) implements SwitchAction {}

    /// Change the affinity in place.
    record PatchAffinity(LiveVolume live, ObjectNode affinity) implements SwitchAction {}

    /// Nothing deletes the content while the object is away. The policy that it had is noted on it.
    record SetRetain(LiveVolume live) implements SwitchAction {}

    /// Delete the object, if it has not changed since it was read.
    record Delete(LiveVolume live) implements SwitchAction {}

    /// That of a bound volume, which never loses it otherwise, or that of a provisioner, which may be on a lost node.
    record RemoveFinalizer(LiveVolume live, String finalizer) implements SwitchAction {}

    record Create(ObjectNode volume) implements SwitchAction {}

    record RestorePolicy(LiveVolume live, String policy) implements SwitchAction {}

    /// Pods that the driver refuses keep the volume attached.
    record RemovePods(List<Pod> pods) implements SwitchAction {}

    record Await(String what) implements SwitchAction {}

    /// Something else has the name of the volume. A user must decide.
    record Conflict(String what) implements SwitchAction {}

    /// The volume names the target; or it was deleted together with its claim, as its policy says.
    record Finished() implements SwitchAction {}
}
