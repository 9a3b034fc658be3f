package dev.stowage.node.runtime.process;

import dev.stowage.node.layout.KubeletPaths;
import java.nio.file.Path;
import java.util.List;

/// The directories of this runtime: one per pod with `pod.json`, and in it one per container.
///
/// @param base used by this runtime only
/// @param hidden the directories of the node, which no container sees
record RuntimeDirectories(Path base, List<Path> hidden) {
    static final String RECORD = "container.json";
    static final String POD = "pod.json";

    RuntimeDirectories {
        hidden = List.copyOf(hidden);
    }

    static RuntimeDirectories of(KubeletPaths paths) {
        return new RuntimeDirectories(paths.journal().resolve("process"), List.of(paths.root(), paths.logs()));
    }

    Path pods() {
        return base.resolve("pods");
    }

    Path pod(String uid) {
        return below(pods(), uid);
    }

    Path container(String uid, String id) {
        return below(pod(uid), id);
    }

    /// Stays empty: the root of a container is mounted here, visible only in the container.
    Path emptyDirectory() {
        return base.resolve("root");
    }

    private static Path below(Path folder, String name) {
        if (name.isEmpty() || name.startsWith(".") || name.indexOf('/') >= 0 || name.indexOf(0) >= 0) {
            throw new IllegalArgumentException("\"" + name + "\" is not a valid directory name");
        }
        return folder.resolve(name);
    }
}
