package dev.stowage.interop.node;

/// One thing that pods do with volumes, and what is written down of it.
///
/// @param quick whether it belongs to the selection for every change
record NodeScenario(String name, boolean quick, Script script) {

    @FunctionalInterface
    interface Script {
        void run(NodeScenarioContext context) throws Exception;
    }
}
