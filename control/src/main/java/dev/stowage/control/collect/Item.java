package dev.stowage.control.collect;

import dev.stowage.kube.api.Kind;
import dev.stowage.kube.object.Key;
import dev.stowage.kube.object.Meta;
import dev.stowage.kube.object.ObjectRef;
import dev.stowage.kube.object.Other;

/// An object of any kind.
record Item(Kind<Other> kind, Other object) {
    static final String ORPHAN = "orphan";
    static final String FOREGROUND = "foregroundDeletion";

    /// Where an object is, whichever it is at the time.
    record Place(Kind<Other> kind, Key key) {

        @Override
        public String toString() {
            return kind + " " + key;
        }
    }

    Meta meta() {
        return object.meta();
    }

    Place place() {
        return new Place(kind, object.key());
    }

    boolean belongsTo(String uid) {
        return meta().owners().stream().anyMatch(owner -> owner.uid().equals(uid));
    }

    boolean blocks(String uid) {
        return meta().owners().stream().anyMatch(owner -> owner.uid().equals(uid) && owner.blocks());
    }

    /// It goes as soon as those who belong to it are gone.
    boolean waits() {
        return waits(object);
    }

    static boolean waits(Other object) {
        return object.isBeingDeleted() && object.meta().hasFinalizer(FOREGROUND);
    }

    /// It goes as soon as those who belong to it are let go.
    static boolean letsGo(Other object) {
        return object.isBeingDeleted() && object.meta().hasFinalizer(ORPHAN);
    }

    ObjectRef reference() {
        return new ObjectRef(
                kind.apiVersion(), kind.name(), meta().namespace(), meta().name(), meta().uid(), meta().version());
    }
}
