package dev.stowage.node.runtime;

import java.util.List;

/// A command to run in a container while somebody watches.
///
/// @param command empty to watch what the container itself says
public record ExecRequest(
        String containerId, List<String> command, boolean stdin, boolean stdout, boolean stderr, boolean tty) {}
