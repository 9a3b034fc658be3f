package dev.stowage.node.runtime;

import java.net.InetAddress;
import java.net.URI;

/// Where the ports of a pod can be reached.
public sealed interface PortForwardTarget {

    /// The runtime forwards ports on its own server; the client is proxied to it.
    record StreamingUrl(URI url) implements PortForwardTarget {}

    /// The ports are open at this address for the node.
    record Address(InetAddress address) implements PortForwardTarget {}
}
