@NullMarked
package dev.stowage.cluster.namespace;

import org.jspecify.annotations.NullMarked;
