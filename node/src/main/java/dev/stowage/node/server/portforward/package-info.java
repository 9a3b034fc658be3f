/// Forwards connections of clients to ports of pods.
@NullMarked
package dev.stowage.node.server.portforward;

import org.jspecify.annotations.NullMarked;
