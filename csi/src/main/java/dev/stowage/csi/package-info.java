/// CSI on the wire: the protocol's messages, gRPC over Unix sockets, and what is applied to every call (a log
/// line, metrics, limits). The only package that knows Netty.
@NullMarked
package dev.stowage.csi;

import org.jspecify.annotations.NullMarked;
