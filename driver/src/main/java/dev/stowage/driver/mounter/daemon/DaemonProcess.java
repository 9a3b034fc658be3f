package dev.stowage.driver.mounter.daemon;

import dev.stowage.linux.process.ProcessDescriptor;
import java.io.IOException;
import java.util.Optional;

/// A process that cannot be confused with a later one that has the same pid.
///
/// @param pid the pid
/// @param start ticks between the start of the machine and that of the process
public record DaemonProcess(long pid, long start) {
    private static final int KILL = 9;

    /// Empty when there is no such process, or it has ended.
    public static Optional<DaemonProcess> of(long pid) throws IOException {
        return ProcessDescriptor.startOf(pid).map(start -> new DaemonProcess(pid, start));
    }

    /// Empty when it has ended.
    public Optional<ProcessDescriptor> open() throws IOException {
        return ProcessDescriptor.open(pid, start);
    }

    public boolean isRunning() throws IOException {
        return ProcessDescriptor.startOf(pid).filter(found -> found == start).isPresent();
    }

    public void kill() throws IOException {
        Optional<ProcessDescriptor> descriptor = open();
        if (descriptor.isPresent()) {
            try (ProcessDescriptor process = descriptor.get()) {
                boolean ignored = process.signal(KILL);
            }
        }
    }
}
