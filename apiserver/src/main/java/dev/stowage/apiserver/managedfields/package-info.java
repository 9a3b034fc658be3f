/// Server-side apply, and field ownership in `metadata.managedFields`.
@NullMarked
package dev.stowage.apiserver.managedfields;

import org.jspecify.annotations.NullMarked;
