/// Checks of the objects of a whole cluster.
@NullMarked
package dev.stowage.explain.doctor.cluster;

import org.jspecify.annotations.NullMarked;
