package dev.stowage.image.debian;

import java.nio.file.Path;

/// A package and the directory with its files.
public record UnpackedPackage(DebianPackage description, Path folder) {}
