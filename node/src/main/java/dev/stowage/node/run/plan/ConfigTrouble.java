package dev.stowage.node.run.plan;

import java.io.IOException;

/// What a container wants is not to be had, or makes no sense. It may be put right.
public final class ConfigTrouble extends IOException {
    private static final long serialVersionUID = 1;

    /// @param message a sentence for the user
    public ConfigTrouble(String message) {
        super(message);
    }
}
