package dev.stowage.explain.doctor.node;

import java.nio.file.Path;

/// A socket that a driver should answer at.
public record PluginSocket(Path path, Result result) {

    public sealed interface Result {

        /// @param ready what `Probe` said; a driver that does not say it is ready
        record Driver(String name, String version, boolean ready) implements Result {}

        /// The file is there and nobody listens.
        record NotListening(String why) implements Result {}

        /// Somebody took the call and said nothing in time.
        record TimedOut() implements Result {}

        record Failed(String why) implements Result {}
    }
}
