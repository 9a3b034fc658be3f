/// The server's own authority: keys, certificates, and the files that keep them.
@NullMarked
package dev.stowage.apiserver.auth.pki;

import org.jspecify.annotations.NullMarked;
