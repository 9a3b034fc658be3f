/// Kubernetes clients for Java that others publish, against this API server and with the kubeconfig that it
/// writes.
@NullMarked
package dev.stowage.apiserver.clients;

import org.jspecify.annotations.NullMarked;
