/// Processes, mounts and loop devices of a cluster, and their cleanup.
@NullMarked
package dev.stowage.cli.up.cleanup;

import org.jspecify.annotations.NullMarked;
