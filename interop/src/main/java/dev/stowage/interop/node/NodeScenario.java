package dev.stowage.interop.node;

/// A use of volumes by pods, and the recorded result.
///
/// @param quick whether it belongs to the selection for every change
record NodeScenario(String name, boolean quick, Script script) {

    @FunctionalInterface
    interface Script {
        void run(NodeScenarioContext context) throws Exception;
    }
}
