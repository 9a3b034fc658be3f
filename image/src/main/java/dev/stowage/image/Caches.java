package dev.stowage.image;

import dev.stowage.image.layer.Kept;
import dev.stowage.image.layer.Sha256;
import dev.stowage.image.layer.Tree;
import dev.stowage.image.runtime.JavaRuntime;
import dev.stowage.image.training.Rehearsal;
import dev.stowage.image.training.Training;
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

/// The AOT cache of each variant. They are the one part of an image that differs from build to build; one that was made
/// from the same files before is taken again.
///
/// @param folder where they are kept
record Caches(Path folder, JavaRuntime java, JavaLine line, List<Jar> jars, Consumer<String> progress) {

    Map<Variant, Path> all() throws IOException, InterruptedException {
        Files.createDirectories(folder);
        Map<Variant, Path> caches = new EnumMap<>(Variant.class);
        String key = key();
        for (Variant variant : Variant.values()) {
            caches.put(variant, folder.resolve(key + "-" + variant.word() + ".aot"));
        }
        if (!caches.values().stream().allMatch(Files::exists)) {
            progress.accept("training the programs");
            train(caches);
        }
        for (Path cache : caches.values()) {
            Kept.used(cache);
        }
        return caches;
    }

    private String key() throws IOException {
        StringBuilder all = new StringBuilder(java.home().getFileName().toString());
        line.options(Path.of("/")).forEach(option -> all.append('\n').append(option));
        for (Jar jar : jars) {
            all.append('\n').append(Sha256.of(jar.file()));
        }
        return Sha256.of(all.toString()).substring(0, 32);
    }

    /// Both at once: each mostly waits for its own start.
    private void train(Map<Variant, Path> caches) throws IOException, InterruptedException {
        Path root = Files.createTempDirectory(folder, "root");
        try (ExecutorService both = Executors.newVirtualThreadPerTaskExecutor()) {
            layOut(root);
            Training training = new Training(java.home().resolve("bin/java"), line.options(root), JavaLine.MAIN);
            Map<Variant, Future<?>> under = new EnumMap<>(Variant.class);
            caches.forEach((variant, cache) -> under.put(variant, both.submit(() -> {
                training.hold(rehearsal(variant), cache);
                return cache;
            })));
            for (Future<?> one : under.values()) {
                finish(one);
            }
        } finally {
            Directories.removeTree(folder, root.getFileName().toString());
        }
    }

    private static Rehearsal rehearsal(Variant variant) {
        return switch (variant) {
            case NODE -> Rehearsal.NODE;
            case SIDECAR -> Rehearsal.SIDECAR;
        };
    }

    private static void finish(Future<?> one) throws IOException, InterruptedException {
        try {
            one.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException known ? known : new IOException(e.getCause());
        }
    }

    /// The jars as they will lie in the image, with the times that they will have there.
    private void layOut(Path root) throws IOException {
        Path folder = Files.createDirectories(root.resolve(Places.JARS));
        for (Jar jar : jars) {
            Path copy = Files.copy(jar.file(), folder.resolve(jar.name()));
            Files.setLastModifiedTime(copy, FileTime.from(Tree.TIME));
        }
    }
}
