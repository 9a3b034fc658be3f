package dev.stowage.node.plugin;

import java.nio.file.Path;

/// A driver that is registered.
///
/// @param socket by which it made itself known
/// @param mark what that socket was then
record Registered(Path socket, Mark mark, CsiVersion version, DriverConnection driver) {

    String name() {
        return driver.name();
    }
}
