package dev.stowage.interop.reference;

import dev.stowage.interop.process.Daemon;
import dev.stowage.interop.process.LogTail;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Builds each reference program once, and keeps them in the cache.
public final class ReferenceProgramBuilder {

    private static final Duration SILENCE = Duration.ofSeconds(30);

    private final Path cache;
    private final Path logs;
    private final Consumer<String> progress;

    /// @param cache keeps built programs between runs
    /// @param progress receives progress messages
    public ReferenceProgramBuilder(Path cache, Path logs, Consumer<String> progress) {
        this.cache = cache;
        this.logs = logs;
        this.progress = progress;
    }

    /// Builds what is not built yet. Needs Go even when everything is in the cache: the key
    /// of the cache contains the Go version, so that a new Go rebuilds the programs.
    public BuiltPrograms build(Collection<ReferenceProgram> wanted)
            throws MissingToolException, IOException, InterruptedException {
        if (wanted.isEmpty()) {
            return new BuiltPrograms(Map.of());
        }
        GoToolchain go = GoToolchain.find();
        Map<ReferenceProgram, Path> built = new EnumMap<>(ReferenceProgram.class);
        for (ReferenceProgram referenceProgram : wanted) {
            Path home = cache.resolve(referenceProgram.module().folder() + "-" + key(go, referenceProgram.module()));
            Path program = home.resolve(referenceProgram.program());
            if (!Files.isExecutable(program)) {
                build(go, referenceProgram, home, program);
            }
            built.put(referenceProgram, program);
        }
        return new BuiltPrograms(built);
    }

    private void build(GoToolchain go, ReferenceProgram referenceProgram, Path home, Path program)
            throws IOException, InterruptedException {
        Path sources = Files.createDirectories(home.resolve("src"));
        for (String file : referenceProgram.module().files()) {
            Files.writeString(sources.resolve(file), referenceProgram.module().text(file));
        }
        progress.accept("building %s %s with %s; the first time takes minutes"
                .formatted(
                        referenceProgram.program(),
                        referenceProgram.version(),
                        go.version().replace("go version ", "")));
        long start = System.nanoTime();
        Path fresh = home.resolve(
                referenceProgram.program() + "." + ProcessHandle.current().pid() + ".new");
        List<String> argv = new ArrayList<>(List.of(
                go.program().toString(),
                referenceProgram.isTest() ? "test" : "build",
                "-C",
                sources.toString(),
                "-trimpath",
                "-buildvcs=false",
                "-mod=readonly",
                "-ldflags",
                referenceProgram.module().linkerFlags(),
                "-o",
                fresh.toString()));
        if (referenceProgram.isTest()) {
            argv.addAll(List.of("-c", "-vet=off"));
        }
        argv.add(referenceProgram.source());
        try (Daemon build = Daemon.start(
                "build-" + referenceProgram.program(), logs, Map.of("CGO_ENABLED", "0", "GOWORK", "off"), argv)) {
            while (!build.awaitEnd(SILENCE)) {
                progress.accept("  still building %s, %d s".formatted(referenceProgram.program(), secondsSince(start)));
            }
            if (build.exit() != 0) {
                throw new IOException("building %s failed; %s ends with:%n%s"
                        .formatted(referenceProgram.program(), build.log(), LogTail.of(build.log(), 20)));
            }
        }
        Files.move(fresh, program, StandardCopyOption.ATOMIC_MOVE); // safe for two concurrent runs
        progress.accept("  built %s in %d s".formatted(referenceProgram.program(), secondsSince(start)));
    }

    private static long secondsSince(long start) {
        return Duration.ofNanos(System.nanoTime() - start).toSeconds();
    }

    private static String key(GoToolchain go, GoModule module) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(go.version().getBytes(StandardCharsets.UTF_8));
            digest.update(module.linkerFlags().getBytes(StandardCharsets.UTF_8));
            for (String file : module.files()) {
                digest.update(module.text(file).getBytes(StandardCharsets.UTF_8));
            }
            return HexFormat.of().formatHex(digest.digest(), 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
