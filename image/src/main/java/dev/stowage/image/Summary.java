package dev.stowage.image;

import dev.stowage.flags.ByteSize;
import dev.stowage.image.layer.Layer;
import dev.stowage.image.oci.Image;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// What was written, and how large it is.
record Summary(Assembly.Built built, Path file) {

    List<String> lines() throws IOException {
        List<String> lines = new ArrayList<>();
        Set<Layer> layers = new LinkedHashSet<>();
        built.images().forEach(image -> layers.addAll(image.layers()));
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
        for (Image image : built.images()) {
            long packed = image.layers().stream().mapToLong(Layer::size).sum();
            long unpacked = image.layers().stream().mapToLong(Layer::unpacked).sum();
            lines.add("%-66s %9s %9s  %s"
                    .formatted(image.reference(), ByteSize.format(packed), ByteSize.format(unpacked), image.user()));
        }
        lines.add("");
        lines.add("Wrote " + file + " (" + ByteSize.format(Files.size(file)) + ", " + built.architecture()
                + ") and what it is made of, " + Assembly.Built.billFile(file) + ".");
        return lines;
    }
}
