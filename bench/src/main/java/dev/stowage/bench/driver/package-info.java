/// The cost of volumes of the local driver, from creation to deletion.
@NullMarked
package dev.stowage.bench.driver;

import org.jspecify.annotations.NullMarked;
