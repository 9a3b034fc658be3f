package dev.stowage.explain.strand;

import dev.stowage.explain.picture.Thing;

/// One link of the chain from pod to mount.
///
/// @param name of the object, empty when there is none
/// @param text how it is, in a few words: `Bound to pv/x`
public record Link(Part part, String name, State state, String text) {

    static Link of(Part part, Thing thing, State state, String text) {
        return new Link(part, thing.name(), state, text);
    }
}
