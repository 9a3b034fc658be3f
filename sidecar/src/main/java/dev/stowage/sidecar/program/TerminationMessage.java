package dev.stowage.sidecar.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The message that the kubelet shows as the reason for a container's termination.
final class TerminationMessage {

    static final String LOST = "Lost connection to CSI driver, exiting";

    private static final Logger log = LoggerFactory.getLogger(TerminationMessage.class);

    private TerminationMessage() {}

    static void write(Path file, String text) {
        // The file exists only in a container.
        if (!Files.exists(file)) {
            return;
        }
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            log.warn("Cannot write the termination message to {}: {}", file, e.getMessage());
        }
    }
}
