/// CSI on the wire: the protocol's messages, gRPC over Unix sockets, and what every call gets on its way (a log line,
/// metrics, limits). The only package that knows Netty.
@NullMarked
package dev.stowage.csi;

import org.jspecify.annotations.NullMarked;
