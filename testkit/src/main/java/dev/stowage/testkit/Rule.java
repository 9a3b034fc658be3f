package dev.stowage.testkit;

/// One sentence of the specification and the check of it.
///
/// @param sentence what holds, for the report
/// @param check throws when it does not hold, aborts (JUnit's assumptions) when it cannot be asked of this driver
/// @param together false when the check looks at the driver as a whole and other clients would disturb it
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
