/// The types of the resources as OpenAPI documents.
@NullMarked
package dev.stowage.apiserver.openapi;

import org.jspecify.annotations.NullMarked;
