@NullMarked
package dev.stowage.control.workload;

import org.jspecify.annotations.NullMarked;
