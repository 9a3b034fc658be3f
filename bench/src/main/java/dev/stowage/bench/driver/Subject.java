package dev.stowage.bench.driver;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A driver that is measured.
///
/// @param name for the table
/// @param line its command line
/// @param kinds the kinds of volumes that are measured in it
/// @param instantCopies whether snapshots and clones of something big are measured
record Subject(String name, CommandLine line, List<Kind> kinds, boolean instantCopies) {

    /// @param fsType empty for the driver's choice
    record Kind(String name, String fsType, long mebibytes) {}

    @FunctionalInterface
    interface CommandLine {
        List<String> of(Path home, Path socket);
    }

    static List<Subject> ours(Path stowage) {
        return List.of(
                ours(stowage, "directory", List.of(new Kind("", "", 1)), false, "--backend=directory"),
                ours(
                        stowage,
                        "btrfs",
                        List.of(new Kind("", "", 1)),
                        true,
                        "--backend=btrfs",
                        "--pool-size=40Gi",
                        "--thin"),
                ours(
                        stowage,
                        "image",
                        List.of(
                                new Kind(" ext4", "ext4", 16),
                                new Kind(" xfs", "xfs", 300),
                                new Kind(" btrfs", "btrfs", 128)),
                        true,
                        "--backend=image",
                        "--pool-size=40Gi",
                        "--thin"));
    }

    private static Subject ours(Path stowage, String name, List<Kind> kinds, boolean instantCopies, String... flags) {
        return new Subject(
                name,
                (home, socket) -> {
                    List<String> line = new ArrayList<>(List.of(
                            stowage.toString(),
                            "driver",
                            "--endpoint=unix://" + socket,
                            "--node-id=bench",
                            "--data=" + home.resolve("data")));
                    line.addAll(List.of(flags));
                    return line;
                },
                kinds,
                instantCopies);
    }

    static Subject hostPath(Path program) {
        return new Subject(
                "peer: csi-driver-host-path",
                (home, socket) -> List.of(
                        program.toString(),
                        "--drivername=hostpath.csi.k8s.io",
                        "--endpoint=unix://" + socket,
                        "--nodeid=bench",
                        "--statedir=" + home.resolve("data")),
                List.of(new Kind("", "", 1)),
                false);
    }
}
