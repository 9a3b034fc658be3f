package dev.stowage.bench.sidecar;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Sidecars that are measured: the programs that make them up.
///
/// @param leases whose holders show when all of them lead
record SidecarSubject(String name, List<Program> programs, List<String> leases) {
    private static final String LEADING = "--leader-election=true";

    /// @param argv without the paths that differ from run to run
    record Program(String name, CommandLine argv) {}

    @FunctionalInterface
    interface CommandLine {
        List<String> of(Path kubeconfig, Path socket, Path home);
    }

    private static final List<String> LEASES = List.of(
            "null-bench-stowage-dev",
            "external-attacher-leader-null-bench-stowage-dev",
            "external-resizer-null-bench-stowage-dev",
            "external-snapshotter-leader-null-bench-stowage-dev");

    boolean isOurs() {
        return !name.startsWith("peer:");
    }

    static SidecarSubject ours(Path stowage) {
        return new SidecarSubject(
                "stowage",
                List.of(new Program(
                        "stowage-sidecar",
                        (kubeconfig, socket, home) -> List.of(
                                stowage.toString(),
                                "sidecar",
                                "--roles=provisioner,attacher,resizer,snapshotter,liveness,registrar",
                                "--kubeconfig=" + kubeconfig,
                                "--csi-address=" + socket,
                                "--leader-election-namespace=default",
                                LEADING,
                                "--http-endpoint=127.0.0.1:0",
                                "--plugin-registration-path=" + home,
                                "--kubelet-registration-path=" + socket))),
                LEASES);
    }

    /// @param more additional flags, for example limits; empty for upstream's defaults
    static SidecarSubject go(Path folder, String name, List<String> more) {
        List<Program> programs = new ArrayList<>();
        for (String program : List.of("csi-provisioner", "csi-attacher", "csi-resizer", "csi-snapshotter")) {
            programs.add(new Program(program, (kubeconfig, socket, _) -> {
                List<String> argv = new ArrayList<>(List.of(
                        folder.resolve(program).toString(),
                        "--kubeconfig=" + kubeconfig,
                        "--csi-address=" + socket,
                        "--leader-election-namespace=default",
                        LEADING));
                argv.addAll(more);
                if (!more.isEmpty()) {
                    argv.add(program.equals("csi-resizer") ? "--workers=100" : "--worker-threads=100");
                }
                return argv;
            }));
        }
        programs.add(new Program(
                "csi-node-driver-registrar",
                (_, socket, home) -> List.of(
                        folder.resolve("csi-node-driver-registrar").toString(),
                        "--csi-address=" + socket,
                        "--plugin-registration-path=" + home,
                        "--kubelet-registration-path=" + socket)));
        programs.add(new Program(
                "livenessprobe",
                (_, socket, _) -> List.of(
                        folder.resolve("livenessprobe").toString(),
                        "--csi-address=" + socket,
                        "--http-endpoint=127.0.0.1:0")));
        return new SidecarSubject(name, programs, LEASES);
    }
}
