package dev.stowage.driver.image;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/// Which node has the device of an image, in a file beside it.
///
/// Written only by the holder of the image's lock, before the device is attached. So a node that sees a device
/// and then reads this, reads the node of that device. It need not survive a power failure, for the lock does
/// not either.
record HolderFile(Path folder) {

    private static final String NAME = "holder";

    Optional<String> node() throws IOException {
        try {
            return Optional.of(Files.readString(folder.resolve(NAME)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    void write(String node) throws IOException {
        if (node().filter(node::equals).isPresent()) {
            return;
        }
        Path temporary = folder.resolve("." + NAME);
        Files.deleteIfExists(temporary);
        Files.write(temporary, node.getBytes(StandardCharsets.UTF_8), java.nio.file.StandardOpenOption.CREATE_NEW);
        Files.move(temporary, folder.resolve(NAME), ATOMIC_MOVE);
    }
}
