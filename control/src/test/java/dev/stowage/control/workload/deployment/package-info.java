@NullMarked
package dev.stowage.control.workload.deployment;

import org.jspecify.annotations.NullMarked;
