package dev.stowage.kube.controller;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.kube.client.DeleteOptions;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.events.EventRecorder;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.ObjectReference;

/// One action of a controller. A decision returns a list of them, in the order in which they have to be
/// executed; a failed action ends the list, and the object is reconciled again.
public sealed interface ClusterAction {

    /// @param namespace empty for a cluster-scoped object
    record Create<T extends KubeObject>(Kind<T> kind, String namespace, ObjectNode object) implements ClusterAction {}

    /// @param seen the object that the change is based on
    record PatchObject<T extends KubeObject>(Kind<T> kind, T seen, Patch patch) implements ClusterAction {}

    /// Posted to a subresource, for example to `pods/binding`.
    ///
    /// @param message the whole object, with kind and apiVersion
    record PostSubresource<T extends KubeObject>(Kind<T> kind, T seen, String subresource, ObjectNode message)
            implements ClusterAction {}

    /// Deletes exactly the object that was seen, not a new one of the same name.
    record Delete<T extends KubeObject>(Kind<T> kind, T seen, DeleteOptions how) implements ClusterAction {

        /// @param atOnce without a grace period
        public Delete(Kind<T> kind, T seen, boolean atOnce) {
            this(kind, seen, atOnce ? DeleteOptions.defaults().withGracePeriod(0) : DeleteOptions.defaults());
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
