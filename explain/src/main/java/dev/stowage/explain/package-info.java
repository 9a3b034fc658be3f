/// What is wrong with this claim, pod, volume: one engine for every cluster and driver.
@NullMarked
package dev.stowage.explain;

import org.jspecify.annotations.NullMarked;
