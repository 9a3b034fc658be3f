package dev.stowage.linux;

import java.io.IOException;

/// How a file or directory gets bound to a second place.
sealed interface BindMount permits DetachedBind, ClassicBind {

    /// The way this kernel offers.
    static BindMount best() {
        return DetachedBind.works() ? new DetachedBind() : new ClassicBind();
    }

    void bind(Descriptor source, Place place, Descriptor target, boolean readOnly) throws IOException;

    /// The target must be the root of a mount.
    void makeReadOnly(Place place, Descriptor target) throws IOException;
}
