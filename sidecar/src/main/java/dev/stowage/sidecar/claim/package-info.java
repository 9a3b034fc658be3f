/// What resizing and modifying have in common: what they write into a claim, and what they remember of it.
@NullMarked
package dev.stowage.sidecar.claim;

import org.jspecify.annotations.NullMarked;
