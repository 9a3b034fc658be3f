/// Where the judges come from: Go modules that are built here, and Debian packages.
@NullMarked
package dev.stowage.interop.judge;

import org.jspecify.annotations.NullMarked;
