package dev.stowage.driver.crash;

import dev.stowage.driver.process.ScratchDirectory;
import dev.stowage.driver.quota.QuotaDisk;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.quota.ProjectQuota;
import dev.stowage.linux.quota.ProjectUsage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The lifecycle of a directory with project quota. No project may keep a limit.
@Tag("lab")
@Tag("slow")
final class QuotaCrashTest {

    @Test
    void aDirectoryOnXfsSurvivesEveryDeath() throws Exception {
        survives(QuotaDisk.XFS);
    }

    @Test
    void aDirectoryOnExt4SurvivesEveryDeath() throws Exception {
        survives(QuotaDisk.EXT4);
    }

    private static void survives(QuotaDisk kind) throws Exception {
        try (ScratchDirectory mounted = ScratchDirectory.make();
                ScratchDirectory scratch = ScratchDirectory.make()) {
            Path disk = kind.mount(mounted);
            Path pool = disk.resolve("pool");
            CrashTest.survives(
                    new DriverVariant(
                            "quota on " + kind,
                            List.of("--backend=directory", "--pool=" + pool),
                            "",
                            16,
                            false,
                            false,
                            Map.of("requireQuota", "true"),
                            () -> contents(disk, pool)),
                    scratch);
        }
    }

    /// Usage is not listed: the kernel counts it down some time after the files are removed.
    private static List<String> contents(Path disk, Path pool) throws IOException {
        SortedSet<String> found = new TreeSet<>();
        DriverInventory.files(pool, found);
        try (Descriptor root = Descriptor.openDirectory(disk)) {
            Optional<ProjectUsage> next = ProjectQuota.nextUsed(root, 1);
            while (next.isPresent()) {
                ProjectUsage project = next.get();
                if (project.limit() > 0) {
                    found.add("project %d with limit %d".formatted(project.id(), project.limit()));
                }
                next = ProjectQuota.nextUsed(root, project.id() + 1);
            }
        }
        return List.copyOf(found);
    }
}
