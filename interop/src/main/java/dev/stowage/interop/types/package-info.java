/// The API server's type tables compared with the Go modules of Kubernetes.
@NullMarked
package dev.stowage.interop.types;

import org.jspecify.annotations.NullMarked;
