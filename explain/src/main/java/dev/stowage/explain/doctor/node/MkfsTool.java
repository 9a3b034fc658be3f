package dev.stowage.explain.doctor.node;

import java.util.Optional;

/// A program that makes file systems.
///
/// @param version empty when it is not installed, or does not tell
public record MkfsTool(String name, boolean isInstalled, Optional<String> version) {}
