package dev.stowage.node.runtime;

import java.util.List;

/// A command to run in a container for a client that is connected.
///
/// @param command empty to attach to the container itself
public record ExecRequest(
        String containerId, List<String> command, boolean stdin, boolean stdout, boolean stderr, boolean tty) {}
