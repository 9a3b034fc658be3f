/// Secrets: which ones a class refers to, and their contents. They are passed to calls and nowhere else.
@NullMarked
package dev.stowage.sidecar.secret;

import org.jspecify.annotations.NullMarked;
