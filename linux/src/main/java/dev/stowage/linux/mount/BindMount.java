package dev.stowage.linux.mount;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.file.NameInDirectory;
import java.io.IOException;

/// Bind-mounts a file or directory.
sealed interface BindMount permits DetachedBindMount, RemountedBindMount {

    /// The implementation that this kernel supports.
    static BindMount best() {
        return DetachedBindMount.works() ? new DetachedBindMount() : new RemountedBindMount();
    }

    void bind(Descriptor source, NameInDirectory place, Descriptor target, boolean readOnly) throws IOException;

    /// The target must be the root of a mount.
    void makeReadOnly(NameInDirectory place, Descriptor target) throws IOException;
}
