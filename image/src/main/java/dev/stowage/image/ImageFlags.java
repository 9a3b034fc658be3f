package dev.stowage.image;

import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import java.nio.file.Path;
import java.util.List;

/// The command line of `stowage image`.
final class ImageFlags {
    private final FlagSet flags = new FlagSet("stowage image --output FILE [flags]", """
            Write all container images of this project into one archive, without a container engine: the driver's with
            the programs for file systems, the sidecars' without, and one under the name of each program of Kubernetes
            that it takes the place of. What it is made of is written beside it, as FILE.cdx.json.""").examples("""
                    stowage image --output /tmp/stowage.tar
                    ctr -n k8s.io images import /tmp/stowage.tar
                    """);
    private final Flag<String> output =
            flags.required("output", Flag.FILE, "The archive; one that is there is replaced.");
    private final Flag<Boolean> training = flags.bool(
            "aot",
            true,
            "Train the programs while the image is built, so that they start fast; it takes half a minute.");

    /// @param trains whether an AOT cache goes in
    record ImageOptions(Path output, boolean trains) {}

    ImageOptions parse(List<String> args) {
        ParsedFlags line = flags.parse(args);
        return new ImageOptions(Path.of(line.value(output)).toAbsolutePath().normalize(), line.value(training));
    }
}
