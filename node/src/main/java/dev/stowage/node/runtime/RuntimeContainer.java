package dev.stowage.node.runtime;

import java.nio.file.Path;
import java.time.Instant;

/// A container in the runtime.
///
/// @param id with the name of the runtime as prefix it is `containerID` in the status
/// @param attempt how many containers of that name were started before
public record RuntimeContainer(
        String id, String name, int attempt, String image, String imageId, Path log, State state) {

    /// Its state.
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
