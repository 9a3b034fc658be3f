package dev.stowage.interop.control;

/// One thing that users do with volumes, or that goes wrong, as a script.
///
/// @param quick whether it belongs to the selection that runs on every change
/// @param alone whether no other may be under way meanwhile
record Scenario(String name, boolean quick, boolean alone, Script script) {

    @FunctionalInterface
    interface Script {
        void play(Play play) throws Exception;
    }

    static Scenario of(String name, Script script) {
        return new Scenario(name, false, false, script);
    }

    static Scenario quick(String name, Script script) {
        return new Scenario(name, true, false, script);
    }

    static Scenario alone(String name, Script script) {
        return new Scenario(name, false, true, script);
    }
}
