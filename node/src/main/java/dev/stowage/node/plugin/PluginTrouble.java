package dev.stowage.node.plugin;

/// Why a driver is not registered, as its registrar is told.
final class PluginTrouble extends Exception {
    private static final long serialVersionUID = 1L;

    PluginTrouble(String message) {
        super(message);
    }

    PluginTrouble(String message, Exception cause) {
        super(message + cause.getMessage(), cause);
    }
}
