package dev.stowage.node.pluginmanager;

import java.nio.file.Path;

/// A driver that is registered.
///
/// @param socket by which it made itself known
/// @param identity what that socket was then
record RegisteredDriver(Path socket, SocketIdentity identity, CsiVersion version, DriverConnection driver) {

    String name() {
        return driver.name();
    }
}
