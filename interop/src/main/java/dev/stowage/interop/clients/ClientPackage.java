package dev.stowage.interop.clients;

import dev.stowage.interop.process.DirectoryTrees;
import dev.stowage.interop.process.ProcessResult;
import dev.stowage.interop.process.ProcessRunner;
import dev.stowage.interop.reference.MissingToolException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/// A client that is installed by the package manager of its language, into the cache.
enum ClientPackage {
    PYTHON("kubernetes", "37.0.2", "client.py"),
    /// Version 2 needs Node.js 22, which Debian 12 does not have.
    NODE("@kubernetes/client-node", "1.4.0", "client.mjs");

    private static final Duration INSTALLATION = Duration.ofMinutes(5);

    private final String title;
    private final String version;
    private final String script;

    ClientPackage(String title, String version, String script) {
        this.title = title;
        this.version = version;
        this.script = script;
    }

    /// With its version.
    String title() {
        return title + " " + version;
    }

    /// The name of the object that its script creates.
    String objectName() {
        return "from-" + name().toLowerCase(Locale.ROOT);
    }

    /// The command that runs our script with this client.
    ///
    /// @param cache keeps packages between runs
    /// @throws MissingToolException when it cannot be installed here
    List<String> install(Path cache) throws MissingToolException, IOException, InterruptedException {
        Path folder = cache.resolve(script.replace('.', '-') + "-" + version);
        Path complete = folder.resolve("complete");
        if (!Files.exists(complete)) {
            if (Files.exists(folder)) {
                DirectoryTrees.remove(folder);
            }
            for (List<String> argv : commands(Files.createDirectories(folder))) {
                require(argv);
            }
            Files.createFile(complete);
        }
        Path file = folder.resolve(script);
        try (InputStream in = Objects.requireNonNull(ClientPackage.class.getResourceAsStream(script), script)) {
            Files.write(file, in.readAllBytes());
        }
        return switch (this) {
            case PYTHON -> List.of(folder.resolve("bin/python").toString(), file.toString());
            case NODE -> List.of("node", file.toString());
        };
    }

    private List<List<String>> commands(Path folder) {
        return switch (this) {
            case PYTHON ->
                List.of(
                        List.of("python3", "-m", "venv", folder.toString()),
                        List.of(
                                folder.resolve("bin/python").toString(),
                                "-m",
                                "pip",
                                "install",
                                "--quiet",
                                title + "==" + version));
            case NODE ->
                List.of(List.of(
                        "npm",
                        "install",
                        "--prefix",
                        folder.toString(),
                        "--no-save",
                        "--no-package-lock",
                        "--no-fund",
                        "--no-audit",
                        title + "@" + version));
        };
    }

    private void require(List<String> argv) throws MissingToolException, InterruptedException {
        try {
            ProcessResult result = ProcessRunner.run(INSTALLATION, argv);
            if (!result.succeeded()) {
                throw new MissingToolException(
                        "cannot install %s: %s failed: %s".formatted(title(), argv.getFirst(), lastLine(result.err())));
            }
        } catch (IOException e) {
            throw new MissingToolException("cannot install %s: %s".formatted(title(), e.getMessage()));
        }
    }

    private static String lastLine(String text) {
        return text.strip().lines().reduce((_, last) -> last).orElse("no message");
    }
}
