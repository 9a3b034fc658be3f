package dev.stowage.interop.cluster;

import dev.stowage.cli.Version;
import dev.stowage.interop.judge.DebianPackage;
import dev.stowage.interop.judge.Judge;
import dev.stowage.interop.program.Await;
import dev.stowage.interop.program.Finished;
import dev.stowage.interop.program.Program;
import dev.stowage.interop.program.StowageProgram;
import dev.stowage.interop.suite.Bench;
import dev.stowage.interop.suite.Outcome;
import dev.stowage.interop.suite.Questions;
import dev.stowage.interop.suite.Suite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Our images before containerd: it imports them, and what is in them runs.
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

    /// How each tells its version.
    private static final List<List<String>> PROGRAMS = List.of(
            List.of("mkfs.ext4", "-V"),
            List.of("e2fsck", "-V"),
            List.of("mkfs.xfs", "-V"),
            List.of("xfs_db", "-V"),
            List.of("xfs_growfs", "-V"),
            List.of("mkfs.btrfs", "--version"),
            List.of("btrfs", "--version"),
            List.of("findmnt", "--version"));

    @Override
    public String name() {
        return "image";
    }

    @Override
    public String summary() {
        return "containerd imports the images that we build without an engine, and what is in them runs.";
    }

    @Override
    public Duration budget() {
        return Duration.ofMinutes(25);
    }

    @Override
    public Set<Judge> judges() {
        return Set.of();
    }

    @Override
    public Set<DebianPackage> packages() {
        return Set.of(DebianPackage.CONTAINERD, DebianPackage.RUNC, DebianPackage.BUSYBOX);
    }

    @Override
    public List<Outcome> run(Bench bench) throws Exception {
        if (!"root".equals(System.getProperty("user.name"))) {
            return List.of(Outcome.skipped(name(), "containers need root"));
        }
        Path archive = bench.directory().resolve("stowage.tar");
        String built = Program.run(BUILD, StowageProgram.launched(List.of("image", "--output=" + archive)))
                .orThrow();
        bench.say(built.lines().reduce((_, last) -> last).orElse(""));
        Containerd containerd = bench.own(Containerd.start(bench.directory("c"), bench.logs()));
        containerd.prepare();
        containerd.load(archive);
        Questions questions = new Questions();
        askForNames(questions, containerd);
        askVariant(questions, containerd, "stowage", "node", "0");
        askVariant(questions, containerd, "stowage-sidecar", "sidecar", "65532");
        askPrograms(questions, containerd);
        askDriver(questions, containerd, bench.directory("d"));
        if (!bench.quick()) {
            askAgain(questions, built, bench.directory("again"));
        }
        return questions.outcomes();
    }

    private static void askForNames(Questions questions, Containerd containerd) throws InterruptedException {
        questions.holds("the archive brings every name", () -> {
            List<String> there =
                    containerd.ctr("images", "ls", "-q").orThrow().lines().toList();
            List<String> missing = NAMES.stream()
                    .map(ImageSuite::reference)
                    .filter(name -> !there.contains(name))
                    .toList();
            if (!missing.isEmpty()) {
                throw new AssertionError("missing are " + missing);
            }
        });
    }

    /// With a root file system that cannot be written, and a JVM that refuses to start without its AOT cache.
    private static void askVariant(
            Questions questions, Containerd containerd, String image, String variant, String user)
            throws InterruptedException {
        questions.holds(image + " tells its version, with its AOT cache and nothing to write to", () -> {
            List<String> argv = java(variant);
            argv.add("version");
            Finished said = once(containerd, image, List.of("--env", "JDK_JAVA_OPTIONS=-XX:AOTMode=on"), argv);
            if (!said.orThrow().startsWith("stowage " + Version.current().number())) {
                throw new AssertionError("it said " + said.out() + said.err());
            }
        });
        questions.holds(image + " runs as user " + user + " and has no shell", () -> {
            Finished shell = once(containerd, image, List.of(), List.of("/bin/sh", "-c", "true"));
            if (shell.succeeded()) {
                throw new AssertionError("a shell ran");
            }
            // The JVM tells who it is only in words of the password file.
            List<String> argv = new ArrayList<>(List.of("/opt/stowage/java/bin/java", "-XshowSettings:properties"));
            argv.add("-version");
            String said = once(containerd, image, List.of(), argv).err();
            if (!said.contains("user.name = " + (user.equals("0") ? "root" : "nonroot"))) {
                throw new AssertionError("it is not: " + said);
            }
        });
    }

    private static void askPrograms(Questions questions, Containerd containerd) throws InterruptedException {
        for (List<String> program : PROGRAMS) {
            questions.holds("in the driver's image runs " + program.getFirst(), () -> {
                List<String> argv = new ArrayList<>(program);
                argv.set(0, "/usr/sbin/" + program.getFirst());
                Finished said = once(containerd, "stowage", List.of(), argv);
                if (!said.succeeded()) {
                    argv.set(0, "/usr/bin/" + program.getFirst());
                    once(containerd, "stowage", List.of(), argv).orThrow();
                }
            });
        }
    }

    private static void askDriver(Questions questions, Containerd containerd, Path folder) throws InterruptedException {
        questions.holds("a driver in a container answers, makes a volume, and ends when it is told", () -> {
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
                throw new AssertionError("it says " + info);
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

    /// From nothing that the first build had made.
    private static void askAgain(Questions questions, String built, Path folder) throws InterruptedException {
        questions.equal("a second build has the same layers", reproducible(built), () -> {
            List<String> argv = new ArrayList<>(StowageProgram.launched(
                    List.of("image", "--aot=false", "--output=" + folder.resolve("stowage.tar"))));
            argv.add(1, "STOWAGE_CACHE=" + folder.resolve("cache"));
            return reproducible(Program.run(BUILD, argv).orThrow());
        });
    }

    /// All but what tells of the AOT cache, and that itself.
    private static String reproducible(String built) {
        return built.lines()
                .filter(line -> line.contains(" sha256:"))
                .filter(line -> !line.startsWith("AOT cache") && !line.startsWith("settings"))
                .collect(Collectors.joining("\n"));
    }

    private static String csi(Path socket, String... words) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of("csi", "--endpoint=unix://" + socket));
        line.addAll(List.of(words));
        return Program.run(SOON, StowageProgram.launched(line)).orThrow();
    }

    private static List<String> java(String variant) {
        return new ArrayList<>(List.of(
                "/opt/stowage/java/bin/java", "@/opt/stowage/" + variant + ".arguments", "dev.stowage.cli.Main"));
    }

    private static Finished once(Containerd containerd, String image, List<String> options, List<String> argv)
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
