package dev.stowage.node.runtime.process;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.OpenFlags;
import dev.stowage.linux.Stat;
import dev.stowage.linux.mount.ThreadNamespaces;
import dev.stowage.linux.mount.ThreadNamespaces.Kind;
import dev.stowage.linux.process.ProcessDescriptor;
import java.io.IOException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What the node's process holds of a container while it runs.
///
/// @param mounts the mount namespace of a container without its own PID namespace. While it is open, no other namespace
///     gets its number.
record ContainerHandles(ContainerConsole console, Optional<Descriptor> mounts) {
    private static final Logger log = LoggerFactory.getLogger(ContainerHandles.class);

    static ContainerHandles of(ContainerConsole console, ContainerNamespaces files, ProcessNamespace processes)
            throws IOException {
        return new ContainerHandles(
                console,
                processes.isOwn()
                        ? Optional.empty()
                        : Optional.of(Descriptor.open(files.mounts().path(), OpenFlags.READ_ONLY)));
    }

    /// Of a container of an earlier node process. Its namespace is known only if its first process still runs.
    static ContainerHandles adopted(ContainerRecord known) {
        if (known.mounts() == 0) {
            return new ContainerHandles(ContainerConsole.NONE, Optional.empty());
        }
        try {
            Descriptor mounts = ThreadNamespaces.of(known.first().number(), Kind.MOUNTS);
            // Numbers of processes and of namespaces are used again after a restart of the machine.
            if (Stat.of(mounts).inode() == known.mounts() && runs(known.first())) {
                return new ContainerHandles(ContainerConsole.NONE, Optional.of(mounts));
            }
            mounts.close();
        } catch (IOException e) {
            log.debug("The first process of container {} has ended.", known.name(), e);
        }
        return new ContainerHandles(ContainerConsole.NONE, Optional.empty());
    }

    private static boolean runs(ContainerRecord.Pid process) throws IOException {
        return ProcessDescriptor.startOf(process.number())
                .filter(start -> start == process.start())
                .isPresent();
    }

    /// Ends what is left of a container whose first process has ended.
    void killRest() throws IOException {
        if (mounts.isPresent()) {
            try (Descriptor namespace = mounts.get()) {
                NamespaceProcesses.kill(Stat.of(namespace).inode());
            }
        }
    }
}
