@NullMarked
package dev.stowage.control.workload.job;

import org.jspecify.annotations.NullMarked;
