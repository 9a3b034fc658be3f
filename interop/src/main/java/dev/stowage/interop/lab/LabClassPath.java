package dev.stowage.interop.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The class path of the tests of a module, as `./stowage build --lab-tests` leaves it.
record LabClassPath(Path module) {

    Path tests() {
        return module.resolve("target/test-classes");
    }

    String read() throws IOException {
        Path file = module.resolve("target/lab.classpath");
        if (!Files.exists(file)) {
            throw new IOException("the tests of " + module + " are not compiled (run ./stowage build --lab-tests)");
        }
        return tests() + ":" + module.resolve("target/classes") + ":"
                + Files.readString(file).strip();
    }
}
