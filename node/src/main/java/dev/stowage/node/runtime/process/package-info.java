/// Containers as plain processes in their own namespaces, with a read-only view of the machine's programs.
///
/// There are no images: a container sees `/usr`, `/opt` and a few settings of the machine, its volumes, and scratch
/// directories in memory (512 MiB). It uses the network of the machine, and has its own mount, PID, UTS and IPC
/// namespaces. Text from the pod spec never becomes part of a shell script, and the environment variables of the pod
/// never reach a program that has more rights than the container.
///
/// A supervisor, a few lines of shell, waits for the container and records its exit status, so the node can restart
/// at any time. The container writes to two plain files; the node copies them to the log at the pod's path, in
/// the CRI
/// log format. The time of a line is that of the last write before it was copied. While the node is stopped the log
/// does not advance; it catches up afterwards.
///
/// Not supported: attaching to the first process of a container, a terminal for it, read-only devices that the root
/// user of the machine could not write to, log rotation.
@NullMarked
package dev.stowage.node.runtime.process;

import org.jspecify.annotations.NullMarked;
