package dev.stowage.node.volume.want;

/// A volume of a pod cannot be looked for. The message is the kubelet's.
final class WishTrouble extends Exception {
    private static final long serialVersionUID = 1;

    WishTrouble(String message) {
        super(message);
    }

    String text() {
        String message = getMessage();
        return message == null ? "" : message;
    }
}
