@NullMarked
package dev.stowage.cluster.discovery;

import org.jspecify.annotations.NullMarked;
