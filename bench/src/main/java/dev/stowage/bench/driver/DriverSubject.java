package dev.stowage.bench.driver;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A driver that is measured.
///
/// @param name for the table
/// @param commandLine its command line
/// @param kinds the kinds of volumes that are measured in it
/// @param instantCopies whether snapshots and clones of something big are measured
public record DriverSubject(String name, CommandLine commandLine, List<VolumeKind> kinds, boolean instantCopies) {

    /// @param fsType empty for the driver's choice
    /// @param parameters as in a StorageClass
    public record VolumeKind(String name, String fsType, long mebibytes, Map<String, String> parameters) {

        public VolumeKind {
            parameters = Map.copyOf(parameters);
        }

        VolumeKind(String name, String fsType, long mebibytes) {
            this(name, fsType, mebibytes, Map.of());
        }
    }

    @FunctionalInterface
    public interface CommandLine {
        List<String> of(Path home, Path socket);
    }

    static List<DriverSubject> ours(Path stowage) {
        return List.of(
                ours(stowage, "directory", List.of(new VolumeKind("", "", 1)), false, "--backend=directory"),
                ours(
                        stowage,
                        "btrfs",
                        List.of(new VolumeKind("", "", 1)),
                        true,
                        "--backend=btrfs",
                        "--pool-size=40Gi",
                        "--thin"),
                ours(
                        stowage,
                        "image",
                        List.of(
                                new VolumeKind(" ext4", "ext4", 16),
                                new VolumeKind(" xfs", "xfs", 300),
                                new VolumeKind(" btrfs", "btrfs", 128)),
                        true,
                        "--backend=image",
                        "--pool-size=40Gi",
                        "--thin"));
    }

    private static DriverSubject ours(
            Path stowage, String name, List<VolumeKind> kinds, boolean instantCopies, String... flags) {
        return new DriverSubject(
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

    static DriverSubject hostPath(Path program) {
        return new DriverSubject(
                "peer: csi-driver-host-path",
                (home, socket) -> List.of(
                        program.toString(),
                        "--drivername=hostpath.csi.k8s.io",
                        "--endpoint=unix://" + socket,
                        "--nodeid=bench",
                        "--statedir=" + home.resolve("data")),
                List.of(new VolumeKind("", "", 1)),
                false);
    }
}
