package dev.stowage.cli.up;

import dev.stowage.driver.LocalProgram;

/// Which drivers run as their own processes. The others share ours, which needs less memory.
public enum DriverIsolation {
    NONE,
    /// Only the driver of local volumes on the first node.
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
