/// The way of one volume from pod to mount.
@NullMarked
package dev.stowage.explain.strand;

import org.jspecify.annotations.NullMarked;
