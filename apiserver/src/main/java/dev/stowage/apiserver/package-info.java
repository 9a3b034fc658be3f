/// The embedded Kubernetes API as a whole: put together, started, and as a program.
@NullMarked
package dev.stowage.apiserver;

import org.jspecify.annotations.NullMarked;
