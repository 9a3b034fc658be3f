package dev.stowage.dist.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The units in `deploy/systemd`: accepted by systemd, and started with flags that exist.
final class SystemdUnitsTest {

    private static final Path ANALYZE = Path.of("/usr/bin/systemd-analyze");
    private static final String INSTALLED = "/opt/stowage/stowage";
    private static final Pattern START = Pattern.compile("(?m)^ExecStart=" + INSTALLED + " ([a-z-]+) (.*)$");
    private static final Pattern GIVEN = Pattern.compile("--([a-z0-9-]+)");

    /// Settings for which systemd creates a mount namespace. Mounts in it are seen by nobody else.
    private static final Pattern OWN_MOUNTS = Pattern.compile(
            "(?m)^(Private|Protect|ReadOnly|ReadWrite|Inaccessible|Exec\\w*Paths|NoExec|Bind|TemporaryFileSystem|MountAPIVFS|MountFlags"
                    + "|Root(Directory|Image)|DynamicUser|ProcSubset)\\w*=");

    @Test
    void everyFlagIsOneOfTheCommand() throws IOException {
        for (Path unit : units()) {
            List<MatchResult> starts =
                    START.matcher(DeployFiles.text(unit)).results().toList();
            assertThat(starts).as("%s", unit).hasSize(1);
            assertThat(GIVEN.matcher(starts.getFirst().group(2)).results().map(flag -> flag.group(1)))
                    .isNotEmpty()
                    .isSubsetOf(CommandFlags.of(starts.getFirst().group(1)));
        }
    }

    @Test
    void noUnitHidesWhatItMounts() throws IOException {
        for (Path unit : units()) {
            assertThat(DeployFiles.text(unit)).as("%s", unit).doesNotContainPattern(OWN_MOUNTS);
        }
    }

    @Test
    void aRestartOfTheMounterEndsNoDaemon() throws IOException {
        assertThat(DeployFiles.text(DeployFiles.ROOT.resolve("deploy/systemd/stowage-mounter.service")))
                .containsPattern("(?m)^KillMode=process$")
                .containsPattern("(?m)^ExecStart=.* --force$")
                .containsPattern("(?m)^OOMPolicy=continue$");
    }

    @Test
    void systemdAcceptsTheUnits(@TempDir Path folder) throws IOException, InterruptedException {
        Assumptions.assumeTrue(Files.isExecutable(ANALYZE), "systemd-analyze is not installed");
        for (Path unit : units()) {
            // It checks that the program exists, and this checkout need not be where the unit expects it.
            String here = DeployFiles.text(unit)
                    .replace(INSTALLED, DeployFiles.ROOT.resolve("stowage").toString())
                    .replaceAll("(?m)^Documentation=.*\\n", "");
            Path copy = Files.writeString(folder.resolve(unit.getFileName()), here);
            Path said = folder.resolve("said");
            Process process = new ProcessBuilder(ANALYZE.toString(), "verify", "--man=no", copy.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(said.toFile())
                    .start();
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(Files.readString(said)).as("%s", unit).isEmpty();
            assertThat(process.exitValue()).isZero();
        }
    }

    private static List<Path> units() throws IOException {
        List<Path> units = DeployFiles.in("deploy/systemd", ".service");
        assertThat(units).hasSize(2);
        return units;
    }
}
