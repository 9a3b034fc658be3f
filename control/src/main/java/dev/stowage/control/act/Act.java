package dev.stowage.control.act;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.kube.client.DeleteOptions;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.events.EventRecorder;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.ObjectReference;

/// One step that a controller wants taken. Decisions answer with a list of them, in the order in which they have to
/// happen; a step that fails ends the list, and the object is looked at anew.
public sealed interface Act {

    /// @param namespace empty for an object of the whole cluster
    record Create<T extends KubeObject>(Kind<T> kind, String namespace, ObjectNode object) implements Act {}

    /// @param seen the object as it was when the change was decided
    record Change<T extends KubeObject>(Kind<T> kind, T seen, Patch patch) implements Act {}

    /// Sent to a part of an object, for example to `pods/binding`.
    ///
    /// @param message whole, with kind and version
    record Send<T extends KubeObject>(Kind<T> kind, T seen, String subresource, ObjectNode message) implements Act {}

    /// Deletes exactly the object that was seen, not one of the same name that was made meanwhile.
    record Remove<T extends KubeObject>(Kind<T> kind, T seen, DeleteOptions how) implements Act {

        /// @param atOnce without the time that a pod has to end by itself
        public Remove(Kind<T> kind, T seen, boolean atOnce) {
            this(kind, seen, atOnce ? DeleteOptions.defaults().within(0) : DeleteOptions.defaults());
        }

        public Remove(Kind<T> kind, T seen) {
            this(kind, seen, DeleteOptions.defaults());
        }
    }

    /// An event. It never fails.
    record Tell(ObjectReference about, EventRecorder.Type type, String reason, String message) implements Act {

        public static Tell normal(ObjectReference about, String reason, String message) {
            return new Tell(about, EventRecorder.Type.NORMAL, reason, message);
        }

        public static Tell warning(ObjectReference about, String reason, String message) {
            return new Tell(about, EventRecorder.Type.WARNING, reason, message);
        }
    }
}
