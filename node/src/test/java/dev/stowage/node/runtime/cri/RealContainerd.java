package dev.stowage.node.runtime.cri;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stowage.linux.file.Directories;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPoint;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// containerd with its own directories, and one image made of busybox.
public final class RealContainerd implements AutoCloseable {
    public static final String IMAGE = "localhost/stowage/busybox:1";
    private static final String SEARCH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

    private final Path folder;
    private final Process daemon;

    private RealContainerd(Path folder, Process daemon) {
        this.folder = folder;
        this.daemon = daemon;
    }

    public static void assumePossible() {
        assumeTrue("root".equals(System.getProperty("user.name")), "needs root: containers are made");
        for (String program :
                List.of("/usr/bin/containerd", "/usr/bin/ctr", "/usr/sbin/runc", "/bin/busybox", "/usr/lib/cni/ptp")) {
            assumeTrue(Files.isExecutable(Path.of(program)), program + " is not installed");
        }
    }

    public static RealContainerd start() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("cri");
        Path networks = Files.createDirectories(folder.resolve("net.d"));
        // A veth pair for each pod, without a route out of the machine.
        Files.writeString(networks.resolve("10-test.conflist"), """
                {"cniVersion":"0.4.0","name":"stowage-node-test","plugins":[{"type":"ptp","ipMasq":false,
                 "ipam":{"type":"host-local","dataDir":"%s/addresses","ranges":[[{"subnet":"10.251.78.0/24"}]]}}]}
                """.formatted(folder));
        Path configuration = Files.writeString(folder.resolve("containerd.toml"), configuration(folder, networks));
        var starting = new ProcessBuilder("/usr/bin/containerd", "--config", configuration.toString());
        starting.environment().put("PATH", SEARCH);
        starting.redirectErrorStream(true).redirectOutput(folder.resolve("log").toFile());
        var made = new RealContainerd(folder, starting.start());
        try {
            await().until(() -> made.ctr("version") == 0);
            Path archive = Files.write(folder.resolve("image.tar"), image());
            if (made.ctr("images", "import", archive.toString()) != 0) {
                throw new IOException("the image cannot be imported");
            }
            return made;
        } catch (IOException | InterruptedException | RuntimeException e) {
            made.close();
            throw e;
        }
    }

    public Path folder() {
        return folder;
    }

    public Path socket() {
        return folder.resolve("c.sock");
    }

    private static String configuration(Path folder, Path networks) {
        // restrict_oom_score_adj: root in a sandbox may lack the capability to lower the score.
        return """
                version = 2
                root = "%1$s/root"
                state = "%1$s/state"
                [grpc]
                  address = "%1$s/c.sock"
                [plugins."io.containerd.internal.v1.opt"]
                  path = "%1$s/opt"
                [plugins."io.containerd.grpc.v1.cri"]
                  restrict_oom_score_adj = true
                  sandbox_image = "%3$s"
                  stream_server_address = "127.0.0.1"
                  netns_mounts_under_state_dir = true
                  [plugins."io.containerd.grpc.v1.cri".cni]
                    bin_dir = "/usr/lib/cni"
                    conf_dir = "%2$s"
                  [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
                    runtime_type = "io.containerd.runc.v2"
                    [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc.options]
                      Root = "%1$s/runc"
                """.formatted(folder, networks, IMAGE);
    }

    private int ctr(String... arguments) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of("ctr", "--address", socket().toString(), "--namespace", "k8s.io"));
        line.addAll(List.of(arguments));
        Process process = new ProcessBuilder(line)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("ctr.log").toFile())
                .start();
        return process.waitFor(60, TimeUnit.SECONDS) ? process.exitValue() : -1;
    }

    /// As `docker save` writes it.
    private static byte[] image() throws IOException {
        TarArchive layer = new TarArchive()
                .directory("bin", 0755)
                .directory("etc", 0755)
                .directory("proc", 0755)
                .directory("sys", 0755)
                .directory("dev", 0755)
                .directory("tmp", 01777)
                .file("etc/passwd", 0644, ascii("root:x:0:0:root:/:/bin/sh\n"))
                .file("etc/group", 0644, ascii("root:x:0:\n"))
                .file("bin/busybox", 0755, Files.readAllBytes(Path.of("/bin/busybox")));
        Stream.of("sh", "sleep", "cat", "echo", "ls", "id", "hostname", "touch", "true")
                .forEach(applet -> layer.link("bin/" + applet, "busybox"));
        byte[] bytes = layer.finish();
        byte[] config = ascii("""
                {"architecture":"%s","os":"linux","config":{"Env":["PATH=/bin"],"Entrypoint":["/bin/sleep","infinity"]},\
                "rootfs":{"type":"layers","diff_ids":["sha256:%s"]},"history":[{"created_by":"test"}]}
                """.formatted(System.getProperty("os.arch").replace("aarch64", "arm64"), sum(bytes)));
        return new TarArchive()
                .file(sum(config) + ".json", 0644, config)
                .directory(sum(bytes), 0755)
                .file(sum(bytes) + "/layer.tar", 0644, bytes)
                .file(
                        "manifest.json",
                        0644,
                        ascii("[{\"Config\":\"%s.json\",\"RepoTags\":[\"%s\"],\"Layers\":[\"%s/layer.tar\"]}]"
                                .formatted(sum(config), IMAGE, sum(bytes))))
                .finish();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String sum(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Shims outlive containerd by design; they are identified by the directory on their command line.
    @Override
    public void close() throws IOException {
        daemon.destroy();
        await().until(() -> !daemon.isAlive());
        await().until(this::noShims);
        Mounts mounts = Mounts.system();
        for (List<MountPoint> left = here(mounts); !left.isEmpty(); left = here(mounts)) {
            mounts.unmountLazily(left.getLast().target());
        }
        Directories.removeTree(
                Objects.requireNonNull(folder.getParent()), folder.getFileName().toString());
    }

    private List<MountPoint> here(Mounts mounts) throws IOException {
        return mounts.table().stream()
                .filter(mount -> mount.target().startsWith(folder))
                .toList();
    }

    private boolean noShims() {
        List<ProcessHandle> shims =
                ProcessHandle.allProcesses().filter(this::isShim).toList();
        shims.forEach(
                shim -> Stream.concat(shim.descendants(), Stream.of(shim)).forEach(ProcessHandle::destroyForcibly));
        return shims.isEmpty();
    }

    private boolean isShim(ProcessHandle process) {
        try {
            String line = new String(
                    Files.readAllBytes(Path.of("/proc", Long.toString(process.pid()), "cmdline")),
                    StandardCharsets.ISO_8859_1);
            return line.contains("containerd-shim") && line.contains(folder + "/");
        } catch (IOException e) {
            return false; // it exited during the check
        }
    }
}
