/// Objects whose owners are gone go after them.
@NullMarked
package dev.stowage.cluster.garbagecollector;

import org.jspecify.annotations.NullMarked;
