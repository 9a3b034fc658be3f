package dev.stowage.linux.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class ProcessExitsTest {

    @Test
    void anExitIsReportedOnceAndToItsWatcher() throws Exception {
        BlockingQueue<String> events = new LinkedBlockingQueue<>();
        Process stays = new ProcessBuilder("sleep", "1000").start();
        Process goes = new ProcessBuilder("sleep", "1000").start();
        try (ProcessExits exits = new ProcessExits("exits")) {
            exits.watch(descriptor(stays), () -> events.add("stays"));
            exits.watch(descriptor(goes), () -> events.add("goes"));

            try (ProcessDescriptor process = descriptor(goes)) {
                assertThat(process.signal(15)).isTrue();
                assertThat(events.poll(60, TimeUnit.SECONDS)).isEqualTo("goes");
                goes.waitFor();
                assertThat(process.signal(15)).isFalse();
            }
            stays.destroyForcibly();
            assertThat(events.poll(60, TimeUnit.SECONDS)).isEqualTo("stays");
            assertThat(events).isEmpty();
        } finally {
            stays.destroyForcibly();
            goes.destroyForcibly();
        }
    }

    private static ProcessDescriptor descriptor(Process process) throws Exception {
        long start = ProcessDescriptor.startOf(process.pid()).orElseThrow();
        return ProcessDescriptor.open(process.pid(), start).orElseThrow();
    }

    @Test
    void aNumberThatAnotherProcessHasNowLeadsNowhere() throws Exception {
        long self = ProcessHandle.current().pid();
        long start = ProcessDescriptor.startOf(self).orElseThrow();

        assertThat(ProcessDescriptor.open(self, start - 1)).isEmpty();
        assertThat(ProcessDescriptor.open(0, 0)).isEmpty();
        assertThat(ProcessDescriptor.startOf(Integer.MAX_VALUE)).isEmpty();
    }
}
