package dev.stowage.interop.judge;

/// A judge cannot be had on this machine. The message says which, and how to get it.
public final class MissingTool extends Exception {

    private static final long serialVersionUID = 1;

    public MissingTool(String message) {
        super(message);
    }
}
