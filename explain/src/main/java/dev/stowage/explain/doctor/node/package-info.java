/// Checks of one node: kernel, mounts, loop devices, plugins, disks.
@NullMarked
package dev.stowage.explain.doctor.node;

import org.jspecify.annotations.NullMarked;
