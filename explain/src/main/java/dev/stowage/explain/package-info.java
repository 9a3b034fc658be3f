/// Explains why a claim, pod or volume is stuck, on any cluster with any CSI driver.
@NullMarked
package dev.stowage.explain;

import org.jspecify.annotations.NullMarked;
