package dev.stowage.sidecar.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What the kubelet shows as the reason for a container's end.
final class TerminationMessage {

    static final String LOST = "Lost connection to CSI driver, exiting";

    private static final Logger log = LoggerFactory.getLogger(TerminationMessage.class);

    private TerminationMessage() {}

    static void write(Path file, String text) {
        // Outside of a container there is none, and nobody to read it.
        if (!Files.exists(file)) {
            return;
        }
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            log.warn("Cannot write the reason of the end to {}: {}.", file, e.getMessage());
        }
    }
}
