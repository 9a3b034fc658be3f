@NullMarked
package dev.stowage.control.workload.stateful;

import org.jspecify.annotations.NullMarked;
