package dev.stowage.node.runtime;

import java.nio.file.Path;

/// A device of the machine that a container sees at a path of its own.
public record ContainerDevice(Path source, String target, boolean readOnly) {}
