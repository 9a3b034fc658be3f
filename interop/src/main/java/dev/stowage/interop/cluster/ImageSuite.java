package dev.stowage.interop.cluster;

import dev.stowage.cli.Version;
import dev.stowage.interop.process.Await;
import dev.stowage.interop.process.ProcessResult;
import dev.stowage.interop.process.ProcessRunner;
import dev.stowage.interop.process.StowageProgram;
import dev.stowage.interop.reference.DebianPackage;
import dev.stowage.interop.reference.ReferenceProgram;
import dev.stowage.interop.suite.CheckResult;
import dev.stowage.interop.suite.Suite;
import dev.stowage.interop.suite.SuiteChecks;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Tests our images with containerd: it imports them, and their programs run.
public final class ImageSuite implements Suite {
    private static final Duration BUILD = Duration.ofMinutes(12);
    private static final Duration SOON = Duration.ofMinutes(2);
    private static final List<String> NAMES = List.of(
            "stowage",
            "stowage-sidecar",
            "csi-provisioner",
            "csi-attacher",
            "csi-resizer",
            "csi-snapshotter",
            "csi-node-driver-registrar",
            "livenessprobe",
            "csi-external-health-monitor-controller",
            "snapshot-controller");

    /// How each program prints its version.
    private static final List<List<String>> PROGRAMS = List.of(
            List.of("mkfs.ext4", "-V"),
            List.of("e2fsck", "-V"),
            List.of("mkfs.xfs", "-V"),
            List.of("xfs_db", "-V"),
            List.of("xfs_growfs", "-V"),
            List.of("mkfs.btrfs", "--version"),
            List.of("btrfs", "--version"),
            List.of("findmnt", "--version"),
            List.of("setsid", "--version"),
            List.of("lvm", "version"),
            List.of("thin_check", "--version"),
            List.of("bindfs", "--version"),
            List.of("glusterfs", "--version"));

    @Override
    public String name() {
        return "image";
    }

    @Override
    public String summary() {
        return "containerd imports the images that stowage image builds, and their programs run.";
    }

    @Override
    public Duration budget() {
        return Duration.ofMinutes(25);
    }

    @Override
    public Set<ReferenceProgram> programs() {
        return Set.of();
    }

    @Override
    public Set<DebianPackage> packages() {
        return Set.of(DebianPackage.CONTAINERD, DebianPackage.RUNC, DebianPackage.BUSYBOX);
    }

    @Override
    public List<CheckResult> run(SuiteWorkspace workspace) throws Exception {
        if (!"root".equals(System.getProperty("user.name"))) {
            return List.of(CheckResult.skipped(name(), "containers need root"));
        }
        Path archive = workspace.directory().resolve("stowage.tar");
        String built = ProcessRunner.run(BUILD, StowageProgram.launched(List.of("image", "--output=" + archive)))
                .orThrow();
        workspace.report(built.lines().reduce((_, last) -> last).orElse(""));
        Containerd containerd = workspace.own(Containerd.start(workspace.directory("c"), workspace.logs()));
        containerd.prepare();
        containerd.load(archive);
        SuiteChecks checks = new SuiteChecks();
        askForNames(checks, containerd);
        askVariant(checks, containerd, "stowage", "node", "0");
        askVariant(checks, containerd, "stowage-sidecar", "sidecar", "65532");
        askPrograms(checks, containerd);
        askDriver(checks, containerd, workspace.directory("d"));
        if (!workspace.quick()) {
            askAgain(checks, built, workspace.directory("again"));
        }
        return checks.results();
    }

    private static void askForNames(SuiteChecks checks, Containerd containerd) throws InterruptedException {
        checks.holds("the archive has every image name", () -> {
            List<String> there =
                    containerd.ctr("images", "ls", "-q").orThrow().lines().toList();
            List<String> missing = NAMES.stream()
                    .map(ImageSuite::reference)
                    .filter(name -> !there.contains(name))
                    .toList();
            if (!missing.isEmpty()) {
                throw new AssertionError("missing: " + missing);
            }
        });
    }

    /// With a read-only root file system, and a JVM that refuses to start without its AOT cache.
    private static void askVariant(SuiteChecks checks, Containerd containerd, String image, String variant, String user)
            throws InterruptedException {
        checks.holds(image + " prints its version, with its AOT cache and a read-only root", () -> {
            List<String> argv = java(variant);
            argv.add("version");
            ProcessResult said = once(containerd, image, List.of("--env", "JDK_JAVA_OPTIONS=-XX:AOTMode=on"), argv);
            if (!said.orThrow().startsWith("stowage " + Version.current().number())) {
                throw new AssertionError("it printed " + said.out() + said.err());
            }
        });
        checks.holds(image + " runs as user " + user + " and has no shell", () -> {
            ProcessResult shell = once(containerd, image, List.of(), List.of("/bin/sh", "-c", "true"));
            if (shell.succeeded()) {
                throw new AssertionError("a shell ran");
            }
            // The JVM reports its user only by the name in the password file.
            List<String> argv = new ArrayList<>(List.of("/opt/stowage/java/bin/java", "-XshowSettings:properties"));
            argv.add("-version");
            String said = once(containerd, image, List.of(), argv).err();
            if (!said.contains("user.name = " + (user.equals("0") ? "root" : "nonroot"))) {
                throw new AssertionError("it is not: " + said);
            }
        });
    }

    private static void askPrograms(SuiteChecks checks, Containerd containerd) throws InterruptedException {
        for (List<String> program : PROGRAMS) {
            checks.holds("the driver's image runs " + program.getFirst(), () -> {
                List<String> argv = new ArrayList<>(program);
                argv.set(0, "/usr/sbin/" + program.getFirst());
                ProcessResult said = once(containerd, "stowage", List.of(), argv);
                if (!said.succeeded()) {
                    argv.set(0, "/usr/bin/" + program.getFirst());
                    once(containerd, "stowage", List.of(), argv).orThrow();
                }
            });
        }
    }

    private static void askDriver(SuiteChecks checks, Containerd containerd, Path folder) throws InterruptedException {
        checks.holds("a driver in a container answers, creates a volume, and stops on SIGTERM", () -> {
            List<String> argv = java("node");
            argv.addAll(List.of("driver", "--endpoint=unix:///csi/csi.sock", "--node-id=here", "--data=/csi/data"));
            argv.add("--backend=directory");
            List<String> options = new ArrayList<>(List.of("run", "--detach", "--read-only", "--mount"));
            options.addAll(List.of("type=bind,src=" + folder + ",dst=/csi,options=rbind:rw", reference("stowage")));
            options.add("driver");
            options.addAll(argv);
            containerd.ctr(options.toArray(String[]::new)).orThrow();
            Path socket = folder.resolve("csi.sock");
            Await.until("the driver's socket", SOON, List.of(), () -> Files.exists(socket));
            String info = csi(socket, "info");
            if (!info.contains("local.stowage.dev")) {
                throw new AssertionError("it reports " + info);
            }
            csi(socket, "create", "one", "--size=1Mi");
            containerd.ctr("tasks", "kill", "--signal", "SIGTERM", "driver").orThrow();
            Await.until(
                    "the end of the driver",
                    SOON,
                    List.of(),
                    () -> containerd
                            .ctr("tasks", "ls")
                            .out()
                            .lines()
                            .anyMatch(line -> line.startsWith("driver") && line.contains("STOPPED")));
        });
    }

    /// Without any cached result of the first build.
    private static void askAgain(SuiteChecks checks, String built, Path folder) throws InterruptedException {
        checks.equal("a second build has the same layers", reproducible(built), () -> {
            List<String> argv = new ArrayList<>(StowageProgram.launched(
                    List.of("image", "--aot=false", "--output=" + folder.resolve("stowage.tar"))));
            argv.add(1, "STOWAGE_CACHE=" + folder.resolve("cache"));
            return reproducible(ProcessRunner.run(BUILD, argv).orThrow());
        });
    }

    /// All layers except the AOT cache and its settings.
    private static String reproducible(String built) {
        return built.lines()
                .filter(line -> line.contains(" sha256:"))
                .filter(line -> !line.startsWith("AOT cache") && !line.startsWith("settings"))
                .collect(Collectors.joining("\n"));
    }

    private static String csi(Path socket, String... words) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of("csi", "--endpoint=unix://" + socket));
        line.addAll(List.of(words));
        return ProcessRunner.run(SOON, StowageProgram.launched(line)).orThrow();
    }

    private static List<String> java(String variant) {
        return new ArrayList<>(List.of(
                "/opt/stowage/java/bin/java", "@/opt/stowage/" + variant + ".arguments", "dev.stowage.cli.Main"));
    }

    private static ProcessResult once(Containerd containerd, String image, List<String> options, List<String> argv)
            throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of("run", "--rm", "--read-only"));
        line.addAll(options);
        line.addAll(List.of(reference(image), "once"));
        line.addAll(argv);
        return containerd.ctr(line.toArray(String[]::new));
    }

    private static String reference(String image) {
        return "stowage.dev/" + image + ":" + Version.current().number();
    }
}
