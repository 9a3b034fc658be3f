package dev.stowage.sidecar.provision.seam;

/// A volume cannot be provisioned or deleted for now. The message becomes the event's text: no secrets.
public final class Refusal extends Exception {
    private static final long serialVersionUID = 1;

    private final State state;

    public Refusal(State state, String message) {
        super(message);
        this.state = state;
    }

    public Refusal(State state, String message, Throwable cause) {
        super(message, cause);
        this.state = state;
    }

    public State state() {
        return state;
    }
}
