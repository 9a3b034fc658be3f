package dev.stowage.interop.control;

/// A user action or failure with volumes, as a script.
///
/// @param quick whether it belongs to the selection that runs on every change
/// @param alone whether no other scenario may run at the same time
record ControlScenario(String name, boolean quick, boolean alone, Script script) {

    @FunctionalInterface
    interface Script {
        void run(ControlScenarioContext context) throws Exception;
    }

    static ControlScenario of(String name, Script script) {
        return new ControlScenario(name, false, false, script);
    }

    static ControlScenario quick(String name, Script script) {
        return new ControlScenario(name, true, false, script);
    }

    static ControlScenario alone(String name, Script script) {
        return new ControlScenario(name, false, true, script);
    }
}
