/// Shared by the backends whose volumes are directories, published as bind mounts without staging.
@NullMarked
package dev.stowage.driver.bind;

import org.jspecify.annotations.NullMarked;
