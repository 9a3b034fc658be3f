/// The OpenAPI schemas of custom resources: structural checks, defaults, pruning and validation rules.
@NullMarked
package dev.stowage.apiserver.apiextensions.schema;

import org.jspecify.annotations.NullMarked;
