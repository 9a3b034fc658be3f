package dev.stowage.image;

import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import java.nio.file.Path;
import java.util.List;

/// The command line of `stowage image`.
final class ImageFlags {
    private final FlagSet flags = new FlagSet("stowage image --output FILE [flags]", """
            Write all container images of this project into one archive, without a container engine: the driver image
            with the file system tools, the sidecar image without them, and one image under the name of each Kubernetes
            program that Stowage replaces. The SBOM is written next to it, as FILE.cdx.json.""").examples("""
                    stowage image --output /tmp/stowage.tar
                    ctr -n k8s.io images import /tmp/stowage.tar
                    """);
    private final Flag<String> output =
            flags.required("output", Flag.FILE, "The archive to write; an existing file is replaced.");
    private final Flag<Boolean> training = flags.bool(
            "aot", true, "Add AOT caches, so that the programs start fast; training them takes half a minute.");

    /// @param trains whether to add AOT caches
    record ImageOptions(Path output, boolean trains) {}

    ImageOptions parse(List<String> args) {
        ParsedFlags line = flags.parse(args);
        return new ImageOptions(Path.of(line.value(output)).toAbsolutePath().normalize(), line.value(training));
    }
}
