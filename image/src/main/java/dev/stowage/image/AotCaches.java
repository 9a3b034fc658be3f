package dev.stowage.image;

import dev.stowage.image.layer.BuildCache;
import dev.stowage.image.layer.LayerTree;
import dev.stowage.image.layer.Sha256;
import dev.stowage.image.runtime.JavaRuntime;
import dev.stowage.image.training.AotTrainer;
import dev.stowage.image.training.TrainingWorkload;
import dev.stowage.linux.file.Directories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/// The AOT cache of each variant: the only part of an image that is not reproducible. A cache that was made from
/// the same files before is reused.
///
/// @param folder the cache directory
record AotCaches(
        Path folder, JavaRuntime java, JvmArguments arguments, List<ClassPathJar> jars, Consumer<String> progress) {

    Map<ImageVariant, Path> all() throws IOException, InterruptedException {
        Files.createDirectories(folder);
        Map<ImageVariant, Path> caches = new EnumMap<>(ImageVariant.class);
        String key = key();
        for (ImageVariant imageVariant : ImageVariant.values()) {
            caches.put(imageVariant, folder.resolve(key + "-" + imageVariant.word() + ".aot"));
        }
        if (!caches.values().stream().allMatch(Files::exists)) {
            progress.accept("training the programs");
            train(caches);
        }
        for (Path cache : caches.values()) {
            BuildCache.touch(cache);
        }
        return caches;
    }

    private String key() throws IOException {
        StringBuilder all = new StringBuilder(java.home().getFileName().toString());
        arguments.options(Path.of("/")).forEach(option -> all.append('\n').append(option));
        for (ClassPathJar classPathJar : jars) {
            all.append('\n').append(Sha256.of(classPathJar.file()));
        }
        return Sha256.of(all.toString()).substring(0, 32);
    }

    /// Both in parallel: each mostly waits for its own start.
    private void train(Map<ImageVariant, Path> caches) throws IOException, InterruptedException {
        Path root = Files.createTempDirectory(folder, "root");
        try (ExecutorService both = Executors.newVirtualThreadPerTaskExecutor()) {
            layOut(root);
            AotTrainer aotTrainer =
                    new AotTrainer(java.home().resolve("bin/java"), arguments.options(root), JvmArguments.MAIN);
            Map<ImageVariant, Future<?>> under = new EnumMap<>(ImageVariant.class);
            caches.forEach((imageVariant, cache) -> under.put(imageVariant, both.submit(() -> {
                aotTrainer.train(workload(imageVariant), cache);
                return cache;
            })));
            for (Future<?> one : under.values()) {
                finish(one);
            }
        } finally {
            Directories.removeTree(folder, root.getFileName().toString());
        }
    }

    private static TrainingWorkload workload(ImageVariant imageVariant) {
        return switch (imageVariant) {
            case NODE -> TrainingWorkload.NODE;
            case SIDECAR -> TrainingWorkload.SIDECAR;
        };
    }

    private static void finish(Future<?> one) throws IOException, InterruptedException {
        try {
            one.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException known ? known : new IOException(e.getCause());
        }
    }

    /// The jars as they will be in the image, with the same timestamps.
    private void layOut(Path root) throws IOException {
        Path folder = Files.createDirectories(root.resolve(ImagePaths.JARS));
        for (ClassPathJar classPathJar : jars) {
            Path copy = Files.copy(classPathJar.file(), folder.resolve(classPathJar.name()));
            Files.setLastModifiedTime(copy, FileTime.from(LayerTree.TIME));
        }
    }
}
