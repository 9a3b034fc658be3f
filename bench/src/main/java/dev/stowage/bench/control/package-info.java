/// Our volume controllers compared with kube-controller-manager: the same API server, the same claims.
@NullMarked
package dev.stowage.bench.control;

import org.jspecify.annotations.NullMarked;
