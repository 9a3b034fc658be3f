/// The suites for `./stowage up` and `./stowage demo`.
@NullMarked
package dev.stowage.interop.up;

import org.jspecify.annotations.NullMarked;
