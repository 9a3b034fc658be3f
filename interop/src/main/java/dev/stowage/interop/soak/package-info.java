/// Everything in one process for a long time, with claims and pods that come and go: what grows?
@NullMarked
package dev.stowage.interop.soak;

import org.jspecify.annotations.NullMarked;
