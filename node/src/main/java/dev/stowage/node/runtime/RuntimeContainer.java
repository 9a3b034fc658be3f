package dev.stowage.node.runtime;

import java.nio.file.Path;
import java.time.Instant;

/// A container as the runtime has it.
///
/// @param id with the runtime's name before it is `containerID` in the status
/// @param attempt how many of that name were before it
public record RuntimeContainer(
        String id, String name, int attempt, String image, String imageId, Path log, State state) {

    /// How it fares.
    public sealed interface State {
        record Created() implements State {}

        record Running(Instant since) implements State {}

        /// @param reason `Completed`, `Error`, `OOMKilled` or `ContainerStatusUnknown`
        record Exited(int code, int signal, String reason, String message, Instant since, Instant until)
                implements State {}
    }

    public boolean runs() {
        return state instanceof State.Running;
    }
}
