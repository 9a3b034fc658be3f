@NullMarked
package dev.stowage.control.workload.replica;

import org.jspecify.annotations.NullMarked;
