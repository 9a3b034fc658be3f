package dev.stowage.explain.doctor.node;

import java.nio.file.Path;

/// A socket that a driver should answer at.
public record PluginSocket(Path path, Answer answer) {

    public sealed interface Answer {

        /// @param ready what `Probe` said; a driver that does not say it is ready
        record Driver(String name, String version, boolean ready) implements Answer {}

        /// The file is there and nobody listens.
        record Deserted(String why) implements Answer {}

        /// Somebody took the call and said nothing in time.
        record Silent() implements Answer {}

        record Failed(String why) implements Answer {}
    }
}
