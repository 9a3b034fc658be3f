/// Objects with revisions, on disk and in memory, and watches of their changes.
@NullMarked
package dev.stowage.apiserver.storage;

import org.jspecify.annotations.NullMarked;
