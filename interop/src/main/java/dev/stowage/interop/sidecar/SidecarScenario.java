package dev.stowage.interop.sidecar;

import java.util.Set;

/// One thing that users do, or that goes wrong, as a script.
///
/// @param name also of the text that is kept
/// @param needs the sidecars that take part
/// @param quick whether it belongs to the selection that runs on every change
/// @param oursOnly whether theirs are known to do otherwise, and not as they should
record SidecarScenario(String name, Set<SidecarComponent> needs, boolean quick, boolean oursOnly, Script script) {

    @FunctionalInterface
    interface Script {
        void run(SidecarScenarioContext context) throws Exception;
    }

    static SidecarScenario of(String name, SidecarComponent sidecarComponent, Script script) {
        return new SidecarScenario(name, Set.of(sidecarComponent), false, false, script);
    }

    static SidecarScenario quick(String name, SidecarComponent sidecarComponent, Script script) {
        return new SidecarScenario(name, Set.of(sidecarComponent), true, false, script);
    }

    static SidecarScenario oursOnly(String name, SidecarComponent sidecarComponent, Script script) {
        return new SidecarScenario(name, Set.of(sidecarComponent), true, true, script);
    }
}
