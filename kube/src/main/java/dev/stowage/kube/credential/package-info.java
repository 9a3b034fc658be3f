/// Credentials that a program provides: the exec plug-ins of a kubeconfig.
@NullMarked
package dev.stowage.kube.credential;

import org.jspecify.annotations.NullMarked;
