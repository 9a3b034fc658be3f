package dev.stowage.node.volumemanager.desired;

/// A volume of a pod cannot be resolved. The message has the text of the kubelet.
final class VolumeResolveException extends Exception {
    private static final long serialVersionUID = 1;

    VolumeResolveException(String message) {
        super(message);
    }

    String text() {
        String message = getMessage();
        return message == null ? "" : message;
    }
}
