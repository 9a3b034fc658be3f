/// A long run of `./stowage up` with claims and pods that are created and deleted: what grows?
@NullMarked
package dev.stowage.interop.soak;

import org.jspecify.annotations.NullMarked;
