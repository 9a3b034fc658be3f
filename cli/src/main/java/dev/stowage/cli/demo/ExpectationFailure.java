package dev.stowage.cli.demo;

/// The result of a step differs from its expectation.
final class ExpectationFailure extends Exception {
    private static final long serialVersionUID = 1;

    private final String expected;
    private final String seen;

    ExpectationFailure(String expected, String seen) {
        super("expected " + expected + ", seen " + seen);
        this.expected = expected;
        this.seen = seen;
    }

    static void unlessEqual(String what, String expected, String seen) throws ExpectationFailure {
        if (!expected.equals(seen)) {
            throw new ExpectationFailure(what + " " + expected, seen.isEmpty() ? "nothing" : seen);
        }
    }

    String expected() {
        return expected;
    }

    String actual() {
        return seen;
    }
}
