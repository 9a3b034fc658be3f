package dev.stowage.image.training;

import dev.stowage.linux.exec.CommandRunner;
import dev.stowage.linux.file.Directories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Creates a JVM's AOT cache: the program runs once, the JVM records the loaded classes, and then writes them
/// as they are in memory.
///
/// The class path may be at another path than in the image, as long as its files and their timestamps are the
/// same.
///
/// @param java the program `java` of the image
/// @param options its options, the class path among them
public record AotTrainer(Path java, List<String> options, String main) {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    public AotTrainer {
        options = List.copyOf(options);
    }

    /// @param cache the file to create
    public void train(TrainingWorkload trainingWorkload, Path cache) throws IOException, InterruptedException {
        Path parent = Files.createDirectories(cache.toAbsolutePath().getParent());
        Path scratch = Files.createTempDirectory(parent, "training");
        try {
            Path notes = scratch.resolve("notes");
            record(trainingWorkload, notes, scratch.resolve("log"));
            Path fresh = scratch.resolve("cache");
            List<String> argv = line();
            argv.addAll(List.of("-XX:AOTMode=create", "-XX:AOTConfiguration=" + notes, "-XX:AOTCache=" + fresh));
            CommandRunner.run(PATIENCE, argv);
            if (!Files.exists(fresh)) {
                throw new IOException("java wrote no AOT cache and did not say why");
            }
            Files.move(fresh, cache, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Directories.removeTree(parent, scratch.getFileName().toString());
        }
    }

    private void record(TrainingWorkload trainingWorkload, Path notes, Path log)
            throws IOException, InterruptedException {
        try (TrainingCluster trainingCluster = TrainingCluster.open()) {
            List<String> argv = line();
            argv.addAll(List.of("-XX:AOTMode=record", "-XX:AOTConfiguration=" + notes, main));
            argv.addAll(trainingWorkload.arguments(trainingCluster));
            try (TrainedProcess process = TrainedProcess.start(argv, log)) {
                trainingWorkload.run(trainingCluster, process);
                process.end();
                if (!Files.exists(notes)) {
                    throw new IOException("a program of the image recorded no AOT configuration; " + process.tail());
                }
            }
        }
    }

    private List<String> line() {
        List<String> argv = new ArrayList<>(List.of(java.toString()));
        argv.addAll(options);
        // Profiles only help the second compiler, which is disabled for these programs.
        argv.add("-XX:-AOTRecordTraining");
        return argv;
    }
}
