package dev.stowage.testkit;

/// One sentence of the specification and its check.
///
/// @param sentence the text for the report
/// @param check throws when it does not hold, aborts (JUnit's assumptions) when it does not apply to this driver
/// @param together false when the check needs exclusive access to the driver
record Rule(String sentence, Check check, boolean together) {

    @FunctionalInterface
    interface Check {
        void on(Trial trial) throws Exception;
    }

    static Rule rule(String sentence, Check check) {
        return new Rule(sentence, check, true);
    }

    Rule alone() {
        return new Rule(sentence, check, false);
    }
}
