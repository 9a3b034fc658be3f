package dev.stowage.interop.fuzz;

import dev.stowage.interop.process.Daemon;
import dev.stowage.interop.process.LogTail;
import dev.stowage.interop.process.ProcessRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Runs one target under Jazzer, in a separate JVM.
final class JazzerProcess {
    private static final String TARGET = "dev.stowage.testing.fuzz.JazzerTarget";
    private static final Duration PREPARATION = Duration.ofMinutes(2);

    /// One input that takes longer is a finding.
    private static final int INPUT_SECONDS = 20;

    private static final int LONGEST_INPUT = 16 << 10;
    private static final Pattern DONE = Pattern.compile("Done (\\d+) runs in");
    private static final Pattern CAUSE = Pattern.compile("== (?:Java Exception|libFuzzer|\\d+)[^\\n]*");
    private static final Pattern ARTIFACT = Pattern.compile("Test unit written to (\\S+)");

    private final FuzzClass target;
    private final long inputs;
    private final Duration limit;

    /// @param limit the run ends after that time, with as many inputs as it got to
    JazzerProcess(FuzzClass target, long inputs, Duration limit) {
        this.target = target;
        this.inputs = inputs;
        this.limit = limit;
    }

    FuzzResult run() throws IOException, InterruptedException {
        long began = System.nanoTime();
        Path work = Files.createDirectories(target.work());
        Path corpus = Files.createDirectories(work.resolve("corpus"));
        Path words = work.resolve("words");
        ProcessRunner.run(PREPARATION, java(List.of(TARGET, target.className(), corpus.toString(), words.toString())))
                .orThrow();
        Path log = work.resolve("jazzer.log");
        Files.deleteIfExists(log);
        try (Daemon jazzer = Daemon.start("jazzer", work, java(arguments(corpus, words)))) {
            boolean ended = jazzer.awaitEnd(limit.plus(PREPARATION));
            String finding = ended && jazzer.exit() == 0 ? "" : finding(log);
            return new FuzzResult(target, done(log), Duration.ofNanos(System.nanoTime() - began), finding);
        }
    }

    private List<String> arguments(Path corpus, Path words) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "com.code_intelligence.jazzer.Jazzer",
                "--target_class=" + TARGET,
                "--target_args=" + target.className(),
                "--instrumentation_includes=dev.stowage.**",
                "--reproducer_path=" + target.work(),
                "-artifact_prefix=" + target.work() + "/",
                "-runs=" + inputs,
                "-max_total_time=" + limit.toSeconds(),
                "-timeout=" + INPUT_SECONDS,
                "-max_len=" + LONGEST_INPUT,
                "-print_final_stats=0",
                "-rss_limit_mb=0"));
        if (Files.size(words) > 0) {
            arguments.add("-dict=" + words);
        }
        arguments.add(corpus.toString());
        if (Files.isDirectory(target.regressions())) {
            arguments.add(target.regressions().toString());
        }
        return arguments;
    }

    /// The stack of a test, and a heap that ends a target that takes too much.
    private List<String> java(List<String> arguments) throws IOException {
        List<String> argv = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xss1m",
                "-Xmx1500m",
                "-XX:+UseSerialGC",
                "-XX:+EnableDynamicAgentLoading",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                target.classPath()));
        argv.addAll(arguments);
        return argv;
    }

    private static long done(Path log) throws IOException {
        Matcher done = DONE.matcher(Files.readString(log));
        return done.find() ? Long.parseLong(done.group(1)) : 0;
    }

    private String finding(Path log) throws IOException {
        String text = Files.readString(log);
        Matcher cause = CAUSE.matcher(text);
        Matcher artifact = ARTIFACT.matcher(text);
        if (!artifact.find()) {
            return "Jazzer failed; its log %s ends with:%n%s".formatted(log, LogTail.of(log, 15));
        }
        return "%s (log: %s; fix it, and keep the input %s in %s)"
                .formatted(cause.find() ? cause.group() : "finding", log, artifact.group(1), target.regressions());
    }
}
