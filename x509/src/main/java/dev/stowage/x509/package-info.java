/// The server's own authority: keys, certificates, and the files that keep them.
@NullMarked
package dev.stowage.x509;

import org.jspecify.annotations.NullMarked;
