package dev.stowage.kube.controller;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.kube.client.DeleteOptions;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.events.EventRecorder;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.ObjectReference;

/// One step that a controller wants taken. Decisions answer with a list of them, in the order in which they have to
/// happen; a step that fails ends the list, and the object is looked at anew.
public sealed interface ClusterAction {

    /// @param namespace empty for an object of the whole cluster
    record Create<T extends KubeObject>(Kind<T> kind, String namespace, ObjectNode object) implements ClusterAction {}

    /// @param seen the object as it was when the change was decided
    record PatchObject<T extends KubeObject>(Kind<T> kind, T seen, Patch patch) implements ClusterAction {}

    /// Sent to a part of an object, for example to `pods/binding`.
    ///
    /// @param message whole, with kind and version
    record PostSubresource<T extends KubeObject>(Kind<T> kind, T seen, String subresource, ObjectNode message)
            implements ClusterAction {}

    /// Deletes exactly the object that was seen, not one of the same name that was made meanwhile.
    record Delete<T extends KubeObject>(Kind<T> kind, T seen, DeleteOptions how) implements ClusterAction {

        /// @param atOnce without the time that a pod has to end by itself
        public Delete(Kind<T> kind, T seen, boolean atOnce) {
            this(kind, seen, atOnce ? DeleteOptions.defaults().within(0) : DeleteOptions.defaults());
        }

        public Delete(Kind<T> kind, T seen) {
            this(kind, seen, DeleteOptions.defaults());
        }
    }

    /// An event. It never fails.
    record RecordEvent(ObjectReference about, EventRecorder.Type type, String reason, String message)
            implements ClusterAction {

        public static RecordEvent normal(ObjectReference about, String reason, String message) {
            return new RecordEvent(about, EventRecorder.Type.NORMAL, reason, message);
        }

        public static RecordEvent warning(ObjectReference about, String reason, String message) {
            return new RecordEvent(about, EventRecorder.Type.WARNING, reason, message);
        }
    }
}
