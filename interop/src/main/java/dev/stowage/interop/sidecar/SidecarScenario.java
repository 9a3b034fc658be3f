package dev.stowage.interop.sidecar;

import java.util.Set;

/// A user action or failure, as a script.
///
/// @param name also of the stored transcript
/// @param needs the sidecars that take part
/// @param quick whether it belongs to the selection that runs on every change
/// @param oursOnly whether upstream is known to behave differently, and incorrectly
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
