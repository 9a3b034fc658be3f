package dev.stowage.interop.driver;

import java.nio.file.Path;
import java.util.List;

/// A driver that is judged: how its command line looks.
///
/// @param name also the directory of its own
/// @param arguments of `./stowage`
/// @param sanityFlags of csi-sanity, beside those that every driver gets
public record TestedDriver(String name, Arguments arguments, List<String> sanityFlags) {

    public static final List<TestedDriver> ALL = List.of(new TestedDriver(
            "hello-driver",
            (endpoint, data) ->
                    List.of("hello-driver", "--endpoint", endpoint, "--node-id", "interop", "--data", data.toString()),
            List.of()));

    @FunctionalInterface
    public interface Arguments {
        List<String> of(String endpoint, Path data);
    }
}
