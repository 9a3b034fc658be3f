package dev.stowage.image;

import dev.stowage.cli.Command;
import dev.stowage.cli.LogConfiguration;
import dev.stowage.cli.Version;
import dev.stowage.image.layer.BuildCache;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/// `stowage image`.
public final class ImageCommand implements Command {
    private final PrintStream out;
    private final Map<String, String> environment;

    @SuppressWarnings("SystemOut") // the result belongs on standard output
    public ImageCommand() {
        this.out = System.out;
        this.environment = System.getenv();
    }

    @Override
    public String name() {
        return "image";
    }

    @Override
    public String summary() {
        return "Build the container images into one archive, without a container engine.";
    }

    @Override
    public int run(List<String> args) throws IOException, InterruptedException {
        ImageFlags.ImageOptions imageOptions = new ImageFlags().parse(args);
        if (!Files.isDirectory(imageOptions.output().resolveSibling(""))) {
            throw new IOException(
                    "cannot write " + imageOptions.output() + ": its directory does not exist (create it first)");
        }
        if (!environment.containsKey("STOWAGE_LOG")) {
            LogConfiguration.silence();
        }
        Path jdk = Path.of(System.getProperty("java.home"));
        Path cache = cache();
        ImageBuilder imageBuilder = new ImageBuilder(jdk, cache, Version.current(), this::say);
        ImageBuilder.BuiltImages builtImages = imageBuilder.build(ClassPathJar.ofClassPath(), imageOptions.trains());
        builtImages.write(imageOptions.output());
        BuildCache.evict(cache.resolve("layers"), Instant.now());
        BuildCache.evict(cache.resolve("aot"), Instant.now());
        new BuildSummary(builtImages, imageOptions.output()).lines().forEach(this::say);
        return 0;
    }

    /// The cache directory that the suites use as well.
    private Path cache() {
        String chosen = environment.getOrDefault("STOWAGE_CACHE", "");
        Path root = chosen.isEmpty()
                ? Path.of(System.getProperty("user.home"), ".cache", "stowage")
                : Path.of(chosen).toAbsolutePath();
        return root.resolve("image");
    }

    private void say(String line) {
        out.println(line);
        out.flush();
    }
}
