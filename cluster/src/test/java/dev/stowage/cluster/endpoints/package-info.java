@NullMarked
package dev.stowage.cluster.endpoints;

import org.jspecify.annotations.NullMarked;
