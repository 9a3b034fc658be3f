@NullMarked
package dev.stowage.cluster.garbagecollector;

import org.jspecify.annotations.NullMarked;
