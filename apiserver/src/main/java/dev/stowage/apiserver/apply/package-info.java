/// Who owns which field: server-side apply, and the record of it in `metadata.managedFields`.
@NullMarked
package dev.stowage.apiserver.apply;

import org.jspecify.annotations.NullMarked;
