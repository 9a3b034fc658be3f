/// Containers as plain processes in namespaces of their own, on a read-only view of the machine's programs.
///
/// There are no images: a container sees `/usr`, `/opt` and a few settings of the machine, its volumes,
/// and places for scratch in memory (512 MiB). It has the machine's network, and namespaces of mounts,
/// processes, names and queues of its own. What a pod's author wrote never reaches a shell as text, and
/// the pod's variables reach no program that has more rights than the container.
///
/// A supervisor, a few lines of shell, waits for the container and notes what came of it, so the node may
/// come and go. The container writes to two plain files; the node copies them into the log at the pod's
/// path, in the kubelet's format. A line's time is that of the last write before it was copied. While the
/// node is away the log stands still, and catches up when it is back.
///
/// Not here: attaching to a container's first process, a terminal for it, read-only devices that the
/// machine's root could not write to, rotation of logs.
@NullMarked
package dev.stowage.node.runtime.process;

import org.jspecify.annotations.NullMarked;
