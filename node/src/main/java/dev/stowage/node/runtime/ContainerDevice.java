package dev.stowage.node.runtime;

import java.nio.file.Path;

/// A device of the machine at a path in a container.
public record ContainerDevice(Path source, String target, boolean readOnly) {}
