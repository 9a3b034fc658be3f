package dev.stowage.image;

import dev.stowage.flags.ByteSize;
import dev.stowage.image.layer.Layer;
import dev.stowage.image.oci.OciImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// What was written, and how large it is.
record BuildSummary(ImageBuilder.BuiltImages builtImages, Path file) {

    List<String> lines() throws IOException {
        List<String> lines = new ArrayList<>();
        Set<Layer> layers = new LinkedHashSet<>();
        builtImages.images().forEach(ociImage -> layers.addAll(ociImage.layers()));
        lines.add("%-28s %9s %9s  %s".formatted("LAYER", "PACKED", "UNPACKED", "DIGEST"));
        for (Layer layer : layers) {
            lines.add("%-28s %9s %9s  sha256:%s"
                    .formatted(
                            layer.title(),
                            ByteSize.format(layer.size()),
                            ByteSize.format(layer.unpacked()),
                            layer.digest().substring(0, 12)));
        }
        lines.add("");
        lines.add("%-66s %9s %9s  %s".formatted("IMAGE", "PACKED", "UNPACKED", "USER"));
        for (OciImage ociImage : builtImages.images()) {
            long packed = ociImage.layers().stream().mapToLong(Layer::size).sum();
            long unpacked =
                    ociImage.layers().stream().mapToLong(Layer::unpacked).sum();
            lines.add("%-66s %9s %9s  %s"
                    .formatted(
                            ociImage.reference(), ByteSize.format(packed), ByteSize.format(unpacked), ociImage.user()));
        }
        lines.add("");
        lines.add("Wrote " + file + " (" + ByteSize.format(Files.size(file)) + ", " + builtImages.architecture()
                + ") and its SBOM, " + ImageBuilder.BuiltImages.billFile(file) + ".");
        return lines;
    }
}
