/// What fields a type has, and how their values merge.
@NullMarked
package dev.stowage.apiserver.schema;

import org.jspecify.annotations.NullMarked;
