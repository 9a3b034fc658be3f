/// The garbage collector: deletes objects whose owners are deleted.
@NullMarked
package dev.stowage.cluster.garbagecollector;

import org.jspecify.annotations.NullMarked;
