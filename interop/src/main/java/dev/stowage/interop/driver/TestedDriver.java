package dev.stowage.interop.driver;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// A driver to test, with its command line.
///
/// @param name also the name of its directory
/// @param arguments of `./stowage`
/// @param preparation what is done before it starts
/// @param quick whether it belongs to the selection that runs on every change
/// @param sanity options for csi-sanity
public record TestedDriver(
        String name, Arguments arguments, DriverPreparation preparation, boolean quick, SanityOptions sanity) {

    /// csi-sanity's volumes have 10 GiB each by default; nothing is written to most of that.
    private static final String[] LARGE = {"--thin", "--overcommit=100"};

    private static final TestedDriver HELLO = hello("hello-driver", true, SanityOptions.PLAIN);

    private static final TestedDriver DIRECTORY =
            local("directory", true, SanityOptions.LABELLED, "--backend=directory");

    private static final TestedDriver IMAGE = local(
            "image",
            true,
            SanityOptions.IMAGES.upToTheLimit(),
            "--backend=image",
            "--pool-size=2Gi",
            "--max-volumes=4");

    /// Every backend, with attach mode and without, as file system and as raw device; then with csi-sanity's defaults.
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
            zones("image-attach-zones", true, SanityOptions.IMAGES.upToTheLimit()),
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
            shared("shared", true, SanityOptions.LABELLED),
            mounted("fuse", DriverPreparation.FUSE),
            mounted("glusterfs", DriverPreparation.GLUSTERFS),
            hello("hello-defaults", false, SanityOptions.NONE),
            withDefaults("directory-defaults", false, "--backend=directory"),
            withDefaults("image-defaults", true, "--backend=image"),
            withDefaults("image-attach-defaults", false, "--backend=image", "--attach"),
            withDefaults("btrfs-defaults", false, "--backend=btrfs"),
            shared("shared-defaults", false, SanityOptions.NONE, LARGE));

    /// Those that are killed during a volume's lifecycle; the driver's own tests kill the others at every step.
    public static final List<TestedDriver> KILLED = List.of(HELLO, DIRECTORY, IMAGE);

    private static TestedDriver hello(String name, boolean quick, SanityOptions sanity) {
        Arguments arguments = (endpoint, data) ->
                List.of("hello-driver", "--endpoint", endpoint, "--node-id", "interop", "--data", data.toString());
        return new TestedDriver(name, arguments, DriverPreparation.NONE, quick, sanity);
    }

    private static TestedDriver shared(String name, boolean quick, SanityOptions sanity, String... flags) {
        Arguments arguments = (endpoint, data) -> {
            List<String> all = arguments(endpoint, data, "--backend=shared", "--share=" + data.resolveSibling("share"));
            all.addAll(List.of(flags));
            return all;
        };
        return new TestedDriver(name, arguments, DriverPreparation.SHARE, quick, sanity);
    }

    /// On a share that the mounter mounts.
    private static TestedDriver mounted(String name, DriverPreparation preparation) {
        Arguments arguments = (endpoint, data) -> arguments(
                endpoint,
                data,
                MounterShare.driverFlags(requireNonNull(data.getParent())).toArray(String[]::new));
        return new TestedDriver(name, arguments, preparation, true, SanityOptions.LABELLED);
    }

    /// The controller serves two zones. csi-sanity requests no topology, so the node is in the zone of the first pool.
    private static TestedDriver zones(String name, boolean quick, SanityOptions sanity) {
        Arguments arguments = (endpoint, data) -> {
            Path config = Files.writeString(data.resolveSibling("pools.json"), """
                    {"pools": [
                      {"name": "a", "backend": "image", "directory": "%1$s/a", "size": "2Gi",
                       "topology": {"topology.kubernetes.io/zone": "zone-a"}},
                      {"name": "b", "backend": "image", "directory": "%1$s/b", "size": "2Gi",
                       "topology": {"topology.kubernetes.io/zone": "zone-b"}}
                    ]}""".formatted(data));
            return arguments(
                    endpoint,
                    data,
                    "--config=" + config,
                    "--topology=topology.kubernetes.io/zone=zone-a",
                    "--attach",
                    "--attach-limit=4",
                    "--max-volumes=4");
        };
        return new TestedDriver(name, arguments, DriverPreparation.NONE, quick, sanity);
    }

    private static TestedDriver withDefaults(String name, boolean quick, String... flags) {
        String[] all = Stream.concat(Stream.of(LARGE), Stream.of(flags)).toArray(String[]::new);
        return local(name, quick, SanityOptions.NONE, all);
    }

    private static TestedDriver local(String name, boolean quick, SanityOptions sanity, String... flags) {
        return prepared(name, DriverPreparation.NONE, quick, sanity, flags);
    }

    static TestedDriver prepared(
            String name, DriverPreparation preparation, boolean quick, SanityOptions sanity, String... flags) {
        return new TestedDriver(name, (endpoint, data) -> arguments(endpoint, data, flags), preparation, quick, sanity);
    }

    static List<String> arguments(String endpoint, Path data, String... flags) {
        List<String> arguments = new ArrayList<>(
                List.of("driver", "--endpoint", endpoint, "--node-id", "interop", "--data", data.toString()));
        arguments.addAll(List.of(flags));
        return arguments;
    }

    @FunctionalInterface
    public interface Arguments {
        List<String> of(String endpoint, Path data) throws IOException;
    }
}
