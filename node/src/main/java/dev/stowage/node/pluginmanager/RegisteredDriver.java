package dev.stowage.node.pluginmanager;

import java.nio.file.Path;

/// A registered driver.
///
/// @param socket its registration socket
/// @param identity the identity of that socket at the time of registration
record RegisteredDriver(Path socket, SocketIdentity identity, CsiVersion version, DriverConnection driver) {

    String name() {
        return driver.name();
    }
}
