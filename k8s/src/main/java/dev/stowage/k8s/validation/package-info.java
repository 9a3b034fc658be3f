/// The formats of names, labels and annotations, in the words of Kubernetes.
@NullMarked
package dev.stowage.k8s.validation;

import org.jspecify.annotations.NullMarked;
