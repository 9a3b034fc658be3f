package dev.stowage.node.pluginmanager;

/// Why a driver is not registered; the text is sent to its registrar.
final class RegistrationException extends Exception {
    private static final long serialVersionUID = 1L;

    RegistrationException(String message) {
        super(message);
    }

    RegistrationException(String message, Exception cause) {
        super(message + cause.getMessage(), cause);
    }
}
