package dev.stowage.cli.csi;

import java.util.logging.Level;
import java.util.logging.Logger;

/// A long-running client logs every failed call. Here the failure is the result, and one line is enough.
final class RpcLogging {

    /// Kept in a field, because the log manager only holds loggers weakly, and their levels with them.
    private static final Logger WIRE = Logger.getLogger("dev.stowage.csi");

    private RpcLogging() {}

    static void silence() {
        WIRE.setLevel(Level.OFF);
    }
}
