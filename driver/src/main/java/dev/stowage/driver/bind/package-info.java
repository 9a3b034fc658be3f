/// What backends share whose volumes are directories: they are shown to workloads by bind mounts, without staging.
@NullMarked
package dev.stowage.driver.bind;

import org.jspecify.annotations.NullMarked;
