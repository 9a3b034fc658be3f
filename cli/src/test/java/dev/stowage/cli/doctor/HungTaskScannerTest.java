package dev.stowage.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.explain.doctor.node.HungTask;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HungTaskScannerTest {
    @TempDir
    private Path proc;

    @Test
    void onlyWhoIsFoundTwiceInTheSameWaitIsStuck() throws IOException {
        task(7, "tar (odd) name", "D", 5);
        task(8, "sleeps", "S", 5);
        task(9, "goes on", "D", 1);
        HungTaskScanner tasks = new HungTaskScanner(proc);
        Map<HungTaskScanner.BlockedThread, HungTask> first = tasks.scan();
        task(9, "goes on", "D", 2);
        assertThat(HungTaskScanner.inBoth(first, tasks.scan()))
                .containsExactly(new HungTask(7, 7, "tar (odd) name", "nfs_wait"));
    }

    private void task(int id, String name, String state, int switches) throws IOException {
        Path task = Files.createDirectories(proc.resolve(id + "/task/" + id));
        Files.writeString(task.resolve("stat"), id + " (" + name + ") " + state + " 1".repeat(18) + " 777 0 0 0 0 0");
        Files.writeString(task.resolve("status"), "Name:\tx\nvoluntary_ctxt_switches:\t" + switches + "\n");
        Files.writeString(task.resolve("wchan"), "nfs_wait");
    }
}
