package dev.stowage.dist.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.dist.launcher.LauncherSandbox.Run;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LauncherTest {

    private final LauncherSandbox launcherSandbox;

    LauncherTest(@TempDir Path folder) throws IOException {
        launcherSandbox = new LauncherSandbox(Files.createDirectory(folder.resolve("a project")));
    }

    @Test
    void theFirstStartBuildsAndTheSecondDoesNot() throws Exception {
        Run first = launcherSandbox.run(Map.of(), "--version");
        assertThat(first.status()).isZero();
        assertThat(first.err()).contains("stowage: building 1 of 1: Small thing\n");
        Run second = launcherSandbox.run(Map.of(), "--version");
        assertThat(second.err()).isEmpty();
        assertThat(launcherSandbox.mavenRuns()).isOne();
    }

    @Test
    void aNewerSourceABuildFileOrADeletedSourceBuildsAgain() throws Exception {
        launcherSandbox.run(Map.of(), "--version");
        launcherSandbox.write("small/src/main/java/Small.java", "class Small { int x; }");
        launcherSandbox.run(Map.of(), "--version");
        assertThat(launcherSandbox.mavenRuns()).isEqualTo(2);
        launcherSandbox.write("small/pom.xml", "<project/>");
        launcherSandbox.run(Map.of(), "--version");
        assertThat(launcherSandbox.mavenRuns()).isEqualTo(3);
        Files.delete(launcherSandbox.root().resolve("small/src/main/java/Small.java"));
        launcherSandbox.run(Map.of(), "--version");
        assertThat(launcherSandbox.mavenRuns()).isEqualTo(4);
    }

    @Test
    void aNewerTestOrDocumentDoesNot() throws Exception {
        launcherSandbox.write("small/src/test/java/SmallTest.java", "");
        launcherSandbox.write("docs/page.md", "");
        launcherSandbox.run(Map.of(), "--version");
        launcherSandbox.write("small/src/test/java/SmallTest.java", "class SmallTest {}");
        launcherSandbox.write("docs/page.md", "# Page");
        launcherSandbox.run(Map.of(), "--version");
        assertThat(launcherSandbox.mavenRuns()).isOne();
    }

    @Test
    void startsAtTheSameTimeBuildOnce() throws Exception {
        List<Process> starts = IntStream.range(0, 6)
                .mapToObj(_ -> {
                    try {
                        return launcherSandbox.start(Map.of(), "--version");
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                })
                .toList();
        for (Process start : starts) {
            assertThat(LauncherSandbox.end(start).status()).isZero();
        }
        assertThat(launcherSandbox.mavenRuns()).isOne();
    }

    @Test
    void aFailedBuildShowsTheErrorAndTheLogAndIsTriedAgain() throws Exception {
        launcherSandbox.write("broken", "");
        Run broken = launcherSandbox.run(Map.of(), "--version");
        assertThat(broken.status()).isOne();
        assertThat(broken.err())
                .contains("[ERROR] Small.java:[3,4] a semicolon is missing\n")
                .contains("stowage: build failed; the full log is in " + launcherSandbox.root());
        assertThat(broken.out()).isEmpty();
        Files.delete(launcherSandbox.root().resolve("broken"));
        assertThat(launcherSandbox.run(Map.of(), "--version").status()).isZero();
    }

    @Test
    void theProcessAndItsExitStatusAreTheApplications() throws Exception {
        Run run = launcherSandbox.run(Map.of("PLAYGROUND_STATUS", "7"), "csi", "two words", "--flag=$HOME");
        assertThat(run.status()).isEqualTo(7);
        assertThat(run.out()).contains("\ncsi\ntwo words\n--flag=$HOME\n").contains("pid " + run.pid() + "\n");
    }

    @Test
    void theClassPathIsExplicitAndTheCacheIsUsedUnlessForbidden() throws Exception {
        Run run = launcherSandbox.run(Map.of("STOWAGE_JAVA_OPTS", "-Xmx64m -Dx=y"), "--version");
        assertThat(run.out())
                .contains("-cp \"" + launcherSandbox.root() + "/target/launcher/1/small.jar\"\n")
                .contains("-XX:AOTCache=" + launcherSandbox.root() + "/target/launcher/1/25-printing.aot\n")
                .contains("-Xmx64m\n-Dx=y\ndev.stowage.cli.Main\n--version\n");
        assertThat(launcherSandbox
                        .run(Map.of("STOWAGE_NO_AOT", "1"), "--version")
                        .out())
                .doesNotContain("AOTCache");
    }

    @Test
    void aBuildLeavesTheJarsOfARunningProgramAlone() throws Exception {
        launcherSandbox.run(Map.of(), "--version");
        launcherSandbox.write("small/pom.xml", "<project/>");
        assertThat(launcherSandbox.run(Map.of(), "--version").out()).contains("/target/launcher/2/small.jar");
        assertThat(launcherSandbox.root().resolve("target/launcher/1/small.jar"))
                .exists();
    }

    @Test
    void anOldJdkInJavaHomeIsPassedOverForANewOneOnThePath() throws Exception {
        Path old = launcherSandbox.jdk("old", "17.0.15");
        Path fresh = launcherSandbox.jdk("fresh", "26");
        Files.createSymbolicLink(launcherSandbox.root().resolve("bin/java"), fresh.resolve("bin/java"));
        Run run = launcherSandbox.run(Map.of("JAVA_HOME", old.toString()), "--version");
        assertThat(run.status()).isZero();
        assertThat(run.out()).contains("/26-printing.aot\n");
    }

    @Test
    void withoutMavenItsPackageIsNamed() throws Exception {
        Files.delete(launcherSandbox.root().resolve("bin/mvn"));
        Path tools = Files.createDirectory(launcherSandbox.root().resolve("tools"));
        for (String tool : List.of("sh", "find", "readlink", "mkdir", "flock", "rm", "id")) {
            Files.createSymbolicLink(tools.resolve(tool), Path.of("/usr/bin", tool));
        }
        Run run = launcherSandbox.run(Map.of("PATH", tools.toString()), "--version");
        assertThat(run.status()).isOne();
        assertThat(run.err())
                .isEqualTo("stowage: \"stowage build\" needs Debian packages that are not installed: maven"
                        + " (as root: apt-get install maven)\n");
    }

    @Test
    void withoutABuildNothingIsStartedWhenBuildingIsForbidden() throws Exception {
        Run run = launcherSandbox.run(Map.of("STOWAGE_NO_BUILD", "1"), "--version");
        assertThat(run.status()).isOne();
        assertThat(run.err()).isEqualTo("stowage: nothing is built yet (run once without STOWAGE_NO_BUILD)\n");
        assertThat(launcherSandbox.mavenRuns()).isZero();
    }

    @Test
    void testsGoThroughMavenWithItsArgumentsAndEndInTheReport() throws Exception {
        Run run = launcherSandbox.run(Map.of(), "test", "-pl", "small");
        assertThat(Files.readAllLines(launcherSandbox.root().resolve("maven-arguments"))
                        .getLast())
                .endsWith("-Dmaven.test.failure.ignore=true verify -pl small");
        assertThat(run.out()).contains("dev.stowage.cli.Main\ntest\n--maven-status=0\n--log=");
    }

    @Test
    void testsThatCannotBeBuiltAreCountedAsOneFailure() throws Exception {
        launcherSandbox.write("broken", "");
        Run run = launcherSandbox.run(Map.of(), "test");
        assertThat(run.status()).isOne();
        assertThat(run.out()).isEqualTo("0 passed, 1 failed, 0 skipped\n");
    }
}
