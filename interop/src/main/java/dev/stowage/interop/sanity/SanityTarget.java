package dev.stowage.interop.sanity;

import java.nio.file.Path;
import java.util.List;

/// A driver that csi-sanity judges: how its command line looks.
///
/// @param name also the directory of its own
/// @param arguments of `./stowage`
/// @param flags of csi-sanity, beside those that every driver gets
record SanityTarget(String name, Arguments arguments, List<String> flags) {

    static final List<SanityTarget> ALL = List.of(new SanityTarget(
            "hello-driver",
            (endpoint, data) ->
                    List.of("hello-driver", "--endpoint", endpoint, "--node-id", "interop", "--data", data.toString()),
            List.of()));

    @FunctionalInterface
    interface Arguments {
        List<String> of(String endpoint, Path data);
    }
}
