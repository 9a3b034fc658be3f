/// The chain of objects of one volume, from pod to mount.
@NullMarked
package dev.stowage.explain.chain;

import org.jspecify.annotations.NullMarked;
