/// Cached resources, kept up to date by list and watch, with indexes.
@NullMarked
package dev.stowage.kube.informer;

import org.jspecify.annotations.NullMarked;
