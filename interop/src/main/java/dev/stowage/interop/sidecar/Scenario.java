package dev.stowage.interop.sidecar;

import java.util.Set;

/// One thing that users do, or that goes wrong, as a script.
///
/// @param name also of the text that is kept
/// @param needs the sidecars that take part
/// @param quick whether it belongs to the selection that runs on every change
/// @param oursOnly whether theirs are known to do otherwise, and not as they should
record Scenario(String name, Set<Component> needs, boolean quick, boolean oursOnly, Script script) {

    @FunctionalInterface
    interface Script {
        void play(Play play) throws Exception;
    }

    static Scenario of(String name, Component component, Script script) {
        return new Scenario(name, Set.of(component), false, false, script);
    }

    static Scenario quick(String name, Component component, Script script) {
        return new Scenario(name, Set.of(component), true, false, script);
    }

    static Scenario oursOnly(String name, Component component, Script script) {
        return new Scenario(name, Set.of(component), true, true, script);
    }
}
