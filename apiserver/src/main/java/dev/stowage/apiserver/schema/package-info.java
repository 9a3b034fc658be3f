/// Decoding, defaulting and pruning of objects by their type.
@NullMarked
package dev.stowage.apiserver.schema;

import org.jspecify.annotations.NullMarked;
