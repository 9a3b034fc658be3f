/// Requests that the kubelet answers: container logs, exec, attach, port-forward, and the node's own pages.
@NullMarked
package dev.stowage.apiserver.proxy;

import org.jspecify.annotations.NullMarked;
