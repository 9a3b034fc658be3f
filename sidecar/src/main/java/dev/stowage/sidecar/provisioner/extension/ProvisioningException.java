package dev.stowage.sidecar.provisioner.extension;

/// A volume cannot be provisioned or deleted. The message becomes the text of an event, so it must not contain
/// secrets.
public final class ProvisioningException extends Exception {
    private static final long serialVersionUID = 1;

    private final ProvisioningState provisioningState;

    public ProvisioningException(ProvisioningState provisioningState, String message) {
        super(message);
        this.provisioningState = provisioningState;
    }

    public ProvisioningException(ProvisioningState provisioningState, String message, Throwable cause) {
        super(message, cause);
        this.provisioningState = provisioningState;
    }

    public ProvisioningState provisioningState() {
        return provisioningState;
    }
}
