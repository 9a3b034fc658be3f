/// StatefulSets: pods with names and claims of their own.
@NullMarked
package dev.stowage.control.workload.stateful;

import org.jspecify.annotations.NullMarked;
