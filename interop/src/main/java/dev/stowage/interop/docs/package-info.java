/// Runs every command in the documents; the output that they show must appear.
@NullMarked
package dev.stowage.interop.docs;

import org.jspecify.annotations.NullMarked;
