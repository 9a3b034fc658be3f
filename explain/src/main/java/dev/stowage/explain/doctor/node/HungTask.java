package dev.stowage.explain.doctor.node;

/// A thread that waits inside the kernel and that no signal reaches.
///
/// @param process its id
/// @param name as the kernel reports it
/// @param where the kernel function it waits in; empty if unknown
public record HungTask(long process, long thread, String name, String where) {}
