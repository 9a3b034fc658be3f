package dev.stowage.control.snapshot;

import dev.stowage.control.act.Act;
import java.util.ArrayList;
import java.util.List;

/// What is to be done about one object.
///
/// @param others steps on other objects, which come first
/// @param own the one write on the object itself, with its events; a second one in the same look would rest on a state
///     that the first has changed
/// @param waiting what has to happen elsewhere before it goes on, for the log; whatever that is, it wakes the object
record Verdict(List<Act> others, List<Act> own, String waiting) {

    static Verdict nothing() {
        return new Verdict(List.of(), List.of(), "");
    }

    static Verdict own(List<Act> acts) {
        return new Verdict(List.of(), acts, "");
    }

    static Verdict waiting(String why) {
        return new Verdict(List.of(), List.of(), why);
    }

    Verdict with(List<Act> before) {
        return new Verdict(before, own, waiting);
    }

    Verdict because(String why) {
        return new Verdict(others, own, why);
    }

    /// The same after another write on the object itself: what it would write is left to the next look.
    Verdict after(List<Act> first) {
        if (first.isEmpty()) {
            return this;
        }
        List<Act> acts = new ArrayList<>(first);
        acts.addAll(others);
        return new Verdict(acts, List.of(), "");
    }

    List<Act> acts() {
        List<Act> acts = new ArrayList<>(others);
        acts.addAll(own);
        return acts;
    }
}
