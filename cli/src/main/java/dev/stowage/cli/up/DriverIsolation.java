package dev.stowage.cli.up;

import dev.stowage.driver.LocalProgram;

/// Which drivers are processes of their own. The others share ours, which needs less memory.
public enum DriverIsolation {
    NONE,
    /// The driver of the first node's own volumes.
    ONE,
    ALL;

    boolean has(NodeDirectories place, String driver) {
        return switch (this) {
            case NONE -> false;
            case ONE -> place.name().equals("node-1") && driver.equals(LocalProgram.LOCAL);
            case ALL -> true;
        };
    }
}
