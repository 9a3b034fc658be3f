package dev.stowage.interop.control;

/// One thing that users do with volumes, or that goes wrong, as a script.
///
/// @param quick whether it belongs to the selection that runs on every change
/// @param alone whether no other may be under way meanwhile
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
