/// `./stowage fuzz`: the fuzz targets of all modules under Jazzer, which is guided by coverage.
@NullMarked
package dev.stowage.interop.fuzz;

import org.jspecify.annotations.NullMarked;
