/// What Kubernetes defines and every module may use: resources, quantities, selectors.
@NullMarked
package dev.stowage.k8s;

import org.jspecify.annotations.NullMarked;
