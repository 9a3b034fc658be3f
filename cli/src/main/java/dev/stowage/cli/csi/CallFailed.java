package dev.stowage.cli.csi;

/// A call did not do what it should. The message is the one line that is shown.
final class CallFailed extends Exception {

    private static final long serialVersionUID = 1;

    CallFailed(String line) {
        super(line);
    }
}
