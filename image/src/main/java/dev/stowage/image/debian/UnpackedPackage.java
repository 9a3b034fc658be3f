package dev.stowage.image.debian;

import java.nio.file.Path;

/// A package and the folder that holds its files.
public record UnpackedPackage(DebianPackage description, Path folder) {}
