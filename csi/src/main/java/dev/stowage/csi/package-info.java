/// The CSI protocol: its messages, gRPC over Unix sockets, and what is applied to every call (a log line,
/// metrics, limits). The only package that uses Netty.
@NullMarked
package dev.stowage.csi;

import org.jspecify.annotations.NullMarked;
