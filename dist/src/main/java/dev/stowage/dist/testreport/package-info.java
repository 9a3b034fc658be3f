/// The last page of `./stowage test`: what Maven's reports say, counted once.
@NullMarked
package dev.stowage.dist.testreport;

import org.jspecify.annotations.NullMarked;
