package dev.stowage.interop.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// A program and everything that it started and that did not move to a group of its own.
///
/// A group of its own keeps Ctrl-C in a terminal from reaching the judges directly: they are stopped by us, in order.
record ProcessGroup(long id) {

    /// `setsid` makes the group and then becomes the program, so the process id is the program's own.
    static ProcessBuilder builder(List<String> argv) {
        return new ProcessBuilder(
                Stream.concat(Stream.of("setsid"), argv.stream()).toList());
    }

    static ProcessGroup of(Process leader) {
        return new ProcessGroup(leader.pid());
    }

    /// The members that still run; a zombie is nobody.
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
            // The program's name stands in parentheses and may hold anything; state, parent and group follow it.
            String[] rest = stat.substring(stat.lastIndexOf(')') + 2).split(" ", 4);
            return !rest[0].equals("Z") && Long.parseLong(rest[2]) == id;
        } catch (IOException _) {
            return false; // it left while we looked
        }
    }
}
