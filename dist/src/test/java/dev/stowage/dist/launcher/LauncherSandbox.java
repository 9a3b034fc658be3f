package dev.stowage.dist.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// A project with one source file, the real launcher, a `java` that prints its arguments, and a `mvn` that
/// counts its calls.
final class LauncherSandbox {

    private static final String MAVEN = """
            #!/bin/sh
            echo run >>"$PLAYGROUND/maven-runs"
            echo "$*" >>"$PLAYGROUND/maven-arguments"
            echo "[INFO] Building Small thing 0.1.0-SNAPSHOT         [1/1]"
            if [ -e "$PLAYGROUND/broken" ]; then
                echo "[ERROR] Small.java:[3,4] a semicolon is missing"
                exit 1
            fi
            mkdir -p "$PLAYGROUND/dist/target/stowage/lib"
            echo jar >"$PLAYGROUND/dist/target/stowage/lib/small.jar"
            """;

    private static final String JAVA = """
            #!/bin/sh
            for argument; do
                case $argument in
                    -XX:AOTCacheOutput=*) echo cache >"${argument#*=}"; exit 0 ;;
                    @*) cat "${argument#@}" ;;
                    *) echo "$argument" ;;
                esac
            done
            echo "pid $$"
            exit ${PLAYGROUND_STATUS:-0}
            """;

    record Run(int status, String out, String err, long pid) {}

    private final Path root;

    LauncherSandbox(Path root) throws IOException {
        this.root = root;
        Path script = Files.copy(Path.of("..", "stowage"), root.resolve("stowage"));
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        write("pom.xml", "<project/>");
        write("small/src/main/java/Small.java", "class Small {}");
        program("bin/mvn", MAVEN);
        jdk("jdk", "25.0.3");
        age(Instant.now().minusSeconds(60));
    }

    Path root() {
        return root;
    }

    Path jdk(String name, String version) throws IOException {
        write(name + "/release", "IMPLEMENTOR=\"Somebody\"\nJAVA_VERSION=\"" + version + "\"\n");
        program(name + "/bin/java", JAVA);
        program(name + "/bin/javac", "#!/bin/sh\n");
        return root.resolve(name);
    }

    void write(String name, String text) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.resolveSibling(""));
        Files.writeString(file, text);
    }

    void program(String name, String text) throws IOException {
        write(name, text);
        Files.setPosixFilePermissions(root.resolve(name), PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private void age(Instant time) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            for (Path path : all.toList()) {
                Files.setLastModifiedTime(path, FileTime.from(time));
            }
        }
    }

    int mavenRuns() throws IOException {
        Path runs = root.resolve("maven-runs");
        return Files.exists(runs) ? Files.readAllLines(runs).size() : 0;
    }

    Process start(Map<String, String> environment, String... arguments) throws IOException {
        List<String> line = Stream.concat(Stream.of(root.resolve("stowage").toString()), Stream.of(arguments))
                .toList();
        ProcessBuilder builder = new ProcessBuilder(line);
        builder.environment().keySet().removeIf(name -> name.startsWith("STOWAGE_"));
        builder.environment().put("PLAYGROUND", root.toString());
        builder.environment().put("JAVA_HOME", root.resolve("jdk").toString());
        builder.environment().put("PATH", root.resolve("bin") + ":/usr/bin:/bin");
        builder.environment().put("STOWAGE_NO_INSTALL", "1");
        builder.environment().putAll(environment);
        return builder.start();
    }

    Run run(Map<String, String> environment, String... arguments) throws IOException, InterruptedException {
        return end(start(environment, arguments));
    }

    static Run end(Process process) throws IOException, InterruptedException {
        process.getOutputStream().close();
        // The little that goes to standard error fits into the pipe, so reading one after the other cannot block.
        String out = new String(process.getInputStream().readAllBytes(), UTF_8);
        String err = new String(process.getErrorStream().readAllBytes(), UTF_8);
        return new Run(process.waitFor(), out, err, process.pid());
    }
}
