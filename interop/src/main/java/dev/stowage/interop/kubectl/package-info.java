/// The same kubectl calls to our API server and to kube-apiserver: the answers must be equal.
@NullMarked
package dev.stowage.interop.kubectl;

import org.jspecify.annotations.NullMarked;
