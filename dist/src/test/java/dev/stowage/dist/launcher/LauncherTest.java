package dev.stowage.dist.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.dist.launcher.Playground.Run;
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

    private final Playground playground;

    LauncherTest(@TempDir Path folder) throws IOException {
        playground = new Playground(Files.createDirectory(folder.resolve("a project")));
    }

    @Test
    void theFirstStartBuildsAndTheSecondDoesNot() throws Exception {
        Run first = playground.run(Map.of(), "--version");
        assertThat(first.status()).isZero();
        assertThat(first.err()).contains("stowage: building 1 of 1: Small thing\n");
        Run second = playground.run(Map.of(), "--version");
        assertThat(second.err()).isEmpty();
        assertThat(playground.mavenRuns()).isOne();
    }

    @Test
    void aNewerSourceABuildFileOrADeletedSourceBuildsAgain() throws Exception {
        playground.run(Map.of(), "--version");
        playground.write("small/src/main/java/Small.java", "class Small { int x; }");
        playground.run(Map.of(), "--version");
        assertThat(playground.mavenRuns()).isEqualTo(2);
        playground.write("small/pom.xml", "<project/>");
        playground.run(Map.of(), "--version");
        assertThat(playground.mavenRuns()).isEqualTo(3);
        Files.delete(playground.root().resolve("small/src/main/java/Small.java"));
        playground.run(Map.of(), "--version");
        assertThat(playground.mavenRuns()).isEqualTo(4);
    }

    @Test
    void aNewerTestOrDocumentDoesNot() throws Exception {
        playground.write("small/src/test/java/SmallTest.java", "");
        playground.write("docs/page.md", "");
        playground.run(Map.of(), "--version");
        playground.write("small/src/test/java/SmallTest.java", "class SmallTest {}");
        playground.write("docs/page.md", "# Page");
        playground.run(Map.of(), "--version");
        assertThat(playground.mavenRuns()).isOne();
    }

    @Test
    void startsAtTheSameTimeBuildOnce() throws Exception {
        List<Process> starts = IntStream.range(0, 6)
                .mapToObj(_ -> {
                    try {
                        return playground.start(Map.of(), "--version");
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                })
                .toList();
        for (Process start : starts) {
            assertThat(Playground.end(start).status()).isZero();
        }
        assertThat(playground.mavenRuns()).isOne();
    }

    @Test
    void aFailedBuildShowsTheErrorAndTheLogAndIsTriedAgain() throws Exception {
        playground.write("broken", "");
        Run broken = playground.run(Map.of(), "--version");
        assertThat(broken.status()).isOne();
        assertThat(broken.err())
                .contains("[ERROR] Small.java:[3,4] a semicolon is missing\n")
                .contains("stowage: the build failed; the whole log is in " + playground.root());
        assertThat(broken.out()).isEmpty();
        Files.delete(playground.root().resolve("broken"));
        assertThat(playground.run(Map.of(), "--version").status()).isZero();
    }

    @Test
    void theProcessAndItsExitStatusAreTheApplications() throws Exception {
        Run run = playground.run(Map.of("PLAYGROUND_STATUS", "7"), "csi", "two words", "--flag=$HOME");
        assertThat(run.status()).isEqualTo(7);
        assertThat(run.out()).contains("\ncsi\ntwo words\n--flag=$HOME\n").contains("pid " + run.pid() + "\n");
    }

    @Test
    void theClassPathIsExplicitAndTheCacheIsUsedUnlessForbidden() throws Exception {
        Run run = playground.run(Map.of("STOWAGE_JAVA_OPTS", "-Xmx64m -Dx=y"), "--version");
        assertThat(run.out())
                .contains("-cp \"" + playground.root() + "/target/launcher/1/small.jar\"\n")
                .contains("-XX:AOTCache=" + playground.root() + "/target/launcher/1/25-printing.aot\n")
                .contains("-Xmx64m\n-Dx=y\ndev.stowage.cli.Main\n--version\n");
        assertThat(playground.run(Map.of("STOWAGE_NO_AOT", "1"), "--version").out())
                .doesNotContain("AOTCache");
    }

    @Test
    void aBuildLeavesTheJarsOfARunningProgramAlone() throws Exception {
        playground.run(Map.of(), "--version");
        playground.write("small/pom.xml", "<project/>");
        assertThat(playground.run(Map.of(), "--version").out()).contains("/target/launcher/2/small.jar");
        assertThat(playground.root().resolve("target/launcher/1/small.jar")).exists();
    }

    @Test
    void anOldJdkInJavaHomeIsPassedOverForANewOneOnThePath() throws Exception {
        Path old = playground.jdk("old", "17.0.15");
        Path fresh = playground.jdk("fresh", "26");
        Files.createSymbolicLink(playground.root().resolve("bin/java"), fresh.resolve("bin/java"));
        Run run = playground.run(Map.of("JAVA_HOME", old.toString()), "--version");
        assertThat(run.status()).isZero();
        assertThat(run.out()).contains("/26-printing.aot\n");
    }

    @Test
    void withoutMavenItsPackageIsNamed() throws Exception {
        Files.delete(playground.root().resolve("bin/mvn"));
        Path tools = Files.createDirectory(playground.root().resolve("tools"));
        for (String tool : List.of("sh", "find", "readlink", "mkdir", "flock", "rm", "id")) {
            Files.createSymbolicLink(tools.resolve(tool), Path.of("/usr/bin", tool));
        }
        Run run = playground.run(Map.of("PATH", tools.toString()), "--version");
        assertThat(run.status()).isOne();
        assertThat(run.err())
                .isEqualTo("stowage: \"stowage build\" needs Debian packages that are not installed: maven"
                        + " (as root: apt-get install maven)\n");
    }

    @Test
    void withoutABuildNothingIsStartedWhenBuildingIsForbidden() throws Exception {
        Run run = playground.run(Map.of("STOWAGE_NO_BUILD", "1"), "--version");
        assertThat(run.status()).isOne();
        assertThat(run.err()).isEqualTo("stowage: nothing is built yet; start it once without STOWAGE_NO_BUILD\n");
        assertThat(playground.mavenRuns()).isZero();
    }

    @Test
    void testsGoThroughMavenWithItsArgumentsAndEndInTheReport() throws Exception {
        Run run = playground.run(Map.of(), "test", "-pl", "small");
        assertThat(Files.readAllLines(playground.root().resolve("maven-arguments"))
                        .getLast())
                .endsWith("-Dmaven.test.failure.ignore=true verify -pl small");
        assertThat(run.out()).contains("dev.stowage.cli.Main\ntest\n--maven-status=0\n--log=");
    }

    @Test
    void testsThatCannotBeBuiltAreCountedAsOneFailure() throws Exception {
        playground.write("broken", "");
        Run run = playground.run(Map.of(), "test");
        assertThat(run.status()).isOne();
        assertThat(run.out()).isEqualTo("0 passed, 1 failed, 0 skipped\n");
    }
}
