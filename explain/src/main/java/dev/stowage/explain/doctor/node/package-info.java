/// Checks of one machine: kernel, mounts, loop devices, plug-ins, disks.
@NullMarked
package dev.stowage.explain.doctor.node;

import org.jspecify.annotations.NullMarked;
