package dev.stowage.explain.doctor.node;

import java.nio.file.Path;

/// A socket at which a driver should respond.
public record PluginSocket(Path path, Result result) {

    public sealed interface Result {

        /// @param ready the result of `Probe`; true for a driver that does not report it
        record Driver(String name, String version, boolean ready) implements Result {}

        /// The file exists but no process listens on it.
        record NotListening(String why) implements Result {}

        /// The call was accepted but not answered in time.
        record TimedOut() implements Result {}

        record Failed(String why) implements Result {}
    }
}
