package dev.stowage.node.runtime.process;

import dev.stowage.k8s.json.Json;
import dev.stowage.node.layout.KubeletPaths;
import dev.stowage.node.runtime.ContainerStartSpec;
import dev.stowage.node.runtime.PodSandboxSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// A node process that starts a container and waits to be killed.
final class KilledNodeProcess {
    private KilledNodeProcess() {}

    /// Root, logs, uid, then the command. Prints the container's id.
    public static void main(String[] args) throws Exception {
        ProcessRuntime runtime = new ProcessRuntime(new KubeletPaths(Path.of(args[0]), Path.of(args[1])));
        Path logs = new KubeletPaths(Path.of(args[0]), Path.of(args[1])).podLogs("default", "web", args[2]);
        PodSandboxSpec pod =
                new PodSandboxSpec(args[2], "default", "web", "web-0", logs, Map.of(), Map.of(), Json.object());
        String id = runtime.start(new ContainerStartSpec(
                pod,
                runtime.prepare(pod),
                "main",
                2,
                "busybox",
                "busybox",
                List.of(args).subList(3, args.length),
                List.of(),
                Map.of(),
                "",
                List.of(),
                List.of(),
                List.of(),
                logs.resolve("main/0.log"),
                Json.object()));
        System.out.println(id);
        Thread.currentThread().join();
    }
}
