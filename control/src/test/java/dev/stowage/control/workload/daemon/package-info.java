@NullMarked
package dev.stowage.control.workload.daemon;

import org.jspecify.annotations.NullMarked;
