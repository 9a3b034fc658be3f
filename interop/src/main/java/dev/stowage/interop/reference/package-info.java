/// The reference programs: Go modules that are built here, and Debian packages.
@NullMarked
package dev.stowage.interop.reference;

import org.jspecify.annotations.NullMarked;
