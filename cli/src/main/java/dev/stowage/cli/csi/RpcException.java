package dev.stowage.cli.csi;

/// A call did not do what it should. The message is the one line that is shown.
final class RpcException extends Exception {

    private static final long serialVersionUID = 1;

    RpcException(String line) {
        super(line);
    }
}
