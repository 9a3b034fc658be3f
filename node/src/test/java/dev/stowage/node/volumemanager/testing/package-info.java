/// What tests of the volume manager stand on: a driver in a process of its own, a cluster, and a node's object.
@NullMarked
package dev.stowage.node.volumemanager.testing;

import org.jspecify.annotations.NullMarked;
