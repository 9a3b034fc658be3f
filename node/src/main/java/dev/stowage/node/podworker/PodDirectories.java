package dev.stowage.node.podworker;

import dev.stowage.linux.file.Directories;
import dev.stowage.node.layout.KubeletPaths;
import dev.stowage.node.pod.NodePod;
import java.io.IOException;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Deletes the directories of a pod when nothing is mounted in them any more.
final class PodDirectories {
    private static final Logger log = LoggerFactory.getLogger(PodDirectories.class);

    private final KubeletPaths paths;
    private final PodJournal journal;

    PodDirectories(KubeletPaths paths, PodJournal journal) {
        this.paths = paths;
        this.journal = journal;
    }

    /// Files that cannot be deleted stay: the end of a pod does not wait for unused files.
    void remove(NodePod pod) {
        Path logs = paths.podLogs(pod.meta().namespace(), pod.meta().name(), pod.uid());
        remove(paths.pods(), paths.pod(pod.uid()), pod);
        remove(paths.logs(), logs, pod);
        try {
            journal.remove(pod.uid());
        } catch (IOException e) {
            log.warn("Pod {}: cannot delete its journal entry: {}", pod.shown(), e.getMessage());
        }
    }

    private static void remove(Path base, Path folder, NodePod pod) {
        try {
            Directories.removeTree(base, folder.getFileName().toString());
        } catch (IOException e) {
            log.warn("Pod {}: {} stays: {}", pod.shown(), folder, e.getMessage());
        }
    }
}
