/// Who owns which field: server-side apply, and the record of it in `metadata.managedFields`.
@NullMarked
package dev.stowage.apiserver.managedfields;

import org.jspecify.annotations.NullMarked;
