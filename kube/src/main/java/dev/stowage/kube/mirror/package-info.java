/// Copies of resources in memory, kept by list and watch, with indexes.
@NullMarked
package dev.stowage.kube.mirror;

import org.jspecify.annotations.NullMarked;
