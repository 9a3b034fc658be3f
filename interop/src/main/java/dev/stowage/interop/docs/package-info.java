/// The documents as their readers use them: every command in them is run, and what they promise must appear.
@NullMarked
package dev.stowage.interop.docs;

import org.jspecify.annotations.NullMarked;
