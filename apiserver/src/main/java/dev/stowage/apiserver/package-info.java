/// The embedded Kubernetes API: its parts wired together, its start, and the `stowage apiserver` program.
@NullMarked
package dev.stowage.apiserver;

import org.jspecify.annotations.NullMarked;
