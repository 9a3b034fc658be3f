@NullMarked
package dev.stowage.cluster.disruption;

import org.jspecify.annotations.NullMarked;
