package dev.stowage.explain.doctor.node;

import java.util.Optional;

/// A mkfs program.
///
/// @param version empty if it is not installed or unknown
public record MkfsTool(String name, boolean isInstalled, Optional<String> version) {}
