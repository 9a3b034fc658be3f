package dev.stowage.interop.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// A program and everything that it started in its process group.
///
/// A separate group keeps Ctrl-C in a terminal from reaching the programs directly: we stop them in order.
record ProcessGroup(long id) {

    /// `setsid` creates the group and then executes the program, so the process id is the program's own.
    static ProcessBuilder builder(List<String> argv) {
        return new ProcessBuilder(
                Stream.concat(Stream.of("setsid"), argv.stream()).toList());
    }

    static ProcessGroup of(Process leader) {
        return new ProcessGroup(leader.pid());
    }

    /// The running members; zombies do not count.
    List<ProcessHandle> members() {
        return ProcessHandle.allProcesses()
                .filter(process -> belongs(process.pid()))
                .toList();
    }

    void kill() {
        members().forEach(ProcessHandle::destroyForcibly);
    }

    private boolean belongs(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            // The program's name is in parentheses and may contain anything; state, parent and group follow it.
            String[] rest = stat.substring(stat.lastIndexOf(')') + 2).split(" ", 4);
            return !rest[0].equals("Z") && Long.parseLong(rest[2]) == id;
        } catch (IOException _) {
            return false; // it exited during the check
        }
    }
}
