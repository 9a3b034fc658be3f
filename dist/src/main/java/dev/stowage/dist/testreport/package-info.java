/// The summary of `./stowage test`, from Maven's reports.
@NullMarked
package dev.stowage.dist.testreport;

import org.jspecify.annotations.NullMarked;
