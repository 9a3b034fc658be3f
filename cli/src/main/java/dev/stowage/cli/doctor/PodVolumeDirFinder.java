package dev.stowage.cli.doctor;

import dev.stowage.explain.doctor.node.PodVolumeDir;
import dev.stowage.node.layout.KubeletPaths;
import dev.stowage.node.layout.VolData;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The directories of CSI volumes in pods. The mounts in them are not accessed: they may hang.
final class PodVolumeDirFinder {
    private PodVolumeDirFinder() {}

    static List<PodVolumeDir> below(Path root) throws IOException {
        List<PodVolumeDir> found = new ArrayList<>();
        for (Path pod : children(root.resolve("pods"))) {
            for (Path folder : children(pod.resolve("volumes").resolve(KubeletPaths.CSI_IN_PODS))) {
                found.add(new PodVolumeDir(
                        folder,
                        pod.getFileName().toString(),
                        VolData.find(folder).isPresent()));
            }
        }
        return found;
    }

    private static List<Path> children(Path folder) throws IOException {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
            all.forEach(found::add);
        } catch (NoSuchFileException | NotDirectoryException e) {
            return List.of();
        }
        return found;
    }
}
