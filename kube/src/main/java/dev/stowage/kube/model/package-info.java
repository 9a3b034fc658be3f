/// Kubernetes objects as records, read from JSON, with only the fields that our controllers need.
@NullMarked
package dev.stowage.kube.model;

import org.jspecify.annotations.NullMarked;
