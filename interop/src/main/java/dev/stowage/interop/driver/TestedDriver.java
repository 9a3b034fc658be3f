package dev.stowage.interop.driver;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A driver to test, with its command line.
///
/// @param name also the name of its directory
/// @param arguments of `./stowage`
/// @param needsShare whether it needs a shared file system, mounted at `share` beside its data
/// @param quick whether it belongs to the selection that runs on every change
/// @param sanity options for csi-sanity
public record TestedDriver(String name, Arguments arguments, boolean needsShare, boolean quick, SanityOptions sanity) {

    private static final TestedDriver HELLO = new TestedDriver(
            "hello-driver",
            (endpoint, data) ->
                    List.of("hello-driver", "--endpoint", endpoint, "--node-id", "interop", "--data", data.toString()),
            false,
            true,
            SanityOptions.PLAIN);

    private static final TestedDriver DIRECTORY =
            local("directory", true, SanityOptions.LABELLED, "--backend=directory");

    private static final TestedDriver IMAGE = local(
            "image",
            true,
            SanityOptions.IMAGES.upToTheLimit(),
            "--backend=image",
            "--pool-size=2Gi",
            "--max-volumes=4");

    /// Every backend, with attach mode and without, as file system and as raw device.
    public static final List<TestedDriver> ALL = List.of(
            HELLO,
            DIRECTORY,
            IMAGE,
            local(
                    "image-attach",
                    true,
                    SanityOptions.IMAGES.upToTheLimit(),
                    "--backend=image",
                    "--pool-size=2Gi",
                    "--attach",
                    "--attach-limit=4",
                    "--max-volumes=4"),
            local("image-block", false, SanityOptions.IMAGES.onDevices(), "--backend=image", "--pool-size=2Gi"),
            local(
                    "image-attach-block",
                    true,
                    SanityOptions.IMAGES.onDevices().upToTheLimit(),
                    "--backend=image",
                    "--pool-size=2Gi",
                    "--attach",
                    "--attach-limit=4",
                    "--max-volumes=4"),
            local("image-copying", false, SanityOptions.IMAGES, "--backend=image", "--own-pool=false"),
            local(
                    "image-xfs",
                    false,
                    SanityOptions.LABELLED.sizes(300, 320).fileSystem("xfs"),
                    "--backend=image",
                    "--pool-size=8Gi",
                    "--thin"),
            local(
                    "image-btrfs",
                    false,
                    SanityOptions.LABELLED.sizes(128, 256).fileSystem("btrfs"),
                    "--backend=image",
                    "--pool-size=8Gi",
                    "--thin"),
            local("btrfs", true, SanityOptions.LABELLED, "--backend=btrfs", "--pool-size=2Gi"),
            new TestedDriver(
                    "shared",
                    (endpoint, data) ->
                            arguments(endpoint, data, "--backend=shared", "--share=" + data.resolveSibling("share")),
                    true,
                    true,
                    SanityOptions.LABELLED));

    /// Those that are killed in the middle of a volume's life; the driver's own tests kill the others at every step.
    public static final List<TestedDriver> KILLED = List.of(HELLO, DIRECTORY, IMAGE);

    private static TestedDriver local(String name, boolean quick, SanityOptions sanity, String... flags) {
        return new TestedDriver(name, (endpoint, data) -> arguments(endpoint, data, flags), false, quick, sanity);
    }

    private static List<String> arguments(String endpoint, Path data, String... flags) {
        List<String> arguments = new ArrayList<>(
                List.of("driver", "--endpoint", endpoint, "--node-id", "interop", "--data", data.toString()));
        arguments.addAll(List.of(flags));
        return arguments;
    }

    @FunctionalInterface
    public interface Arguments {
        List<String> of(String endpoint, Path data);
    }
}
