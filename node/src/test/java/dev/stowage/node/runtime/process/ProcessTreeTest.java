package dev.stowage.node.runtime.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

final class ProcessTreeTest {
    /// Recognizes the processes of this test, also those whose parent has ended.
    private static final String DURATION = "86" + ProcessHandle.current().pid();

    @AfterEach
    void killSurvivors() {
        survivors().forEach(ProcessHandle::destroyForcibly);
    }

    private static List<ProcessHandle> survivors() {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info()
                        .commandLine()
                        .filter(line -> line.contains(DURATION))
                        .isPresent())
                .filter(ProcessHandle::isAlive)
                .toList();
    }

    private static Process start(String script) throws Exception {
        return new ProcessBuilder("/bin/sh", "-c", script).start();
    }

    /// The shell forks without a pause, so that it does so between any list of its children and its end.
    @RepeatedTest(5)
    void aProcessThatForksLeavesNoChild() throws Exception {
        Process root = start("i=0; while [ $i -lt 2000 ]; do sleep " + DURATION + " & i=$((i+1)); done; wait");
        await().until(() -> root.descendants().count() > 20);

        ProcessTree.kill(root.toHandle());

        root.waitFor();
        await().untilAsserted(() -> assertThat(survivors()).isEmpty());
    }

    @Test
    void grandchildrenEnd() throws Exception {
        Process root = start("sh -c 'sh -c \"sleep " + DURATION + "; true\"; true'; true");
        await().until(() -> root.descendants().count() == 3);

        ProcessTree.kill(root.toHandle());

        root.waitFor();
        await().untilAsserted(() -> assertThat(survivors()).isEmpty());
    }

    @Test
    void aProcessThatHasEndedIsNoFailure() throws Exception {
        Process root = start("true");
        root.waitFor();
        ProcessTree.kill(root.toHandle());
        assertThat(root.exitValue()).isZero();
    }
}
