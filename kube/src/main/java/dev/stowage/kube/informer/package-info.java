/// Copies of resources in memory, kept by list and watch, with indexes.
@NullMarked
package dev.stowage.kube.informer;

import org.jspecify.annotations.NullMarked;
