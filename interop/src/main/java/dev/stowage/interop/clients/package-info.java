/// Kubernetes clients of other projects, against our API server.
@NullMarked
package dev.stowage.interop.clients;

import org.jspecify.annotations.NullMarked;
