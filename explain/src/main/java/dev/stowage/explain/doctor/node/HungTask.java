package dev.stowage.explain.doctor.node;

/// A thread that waits inside the kernel and that no signal reaches.
///
/// @param process its id
/// @param name as the kernel tells it
/// @param where the function of the kernel it waits in; empty when it is not told
public record HungTask(long process, long thread, String name, String where) {}
