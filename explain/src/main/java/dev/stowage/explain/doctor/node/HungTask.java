package dev.stowage.explain.doctor.node;

/// A thread in uninterruptible sleep.
///
/// @param process its id
/// @param name as the kernel reports it
/// @param where the kernel function it waits in; empty if unknown
public record HungTask(long process, long thread, String name, String where) {}
