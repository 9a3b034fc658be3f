/// What the resources look like, in the words of OpenAPI.
@NullMarked
package dev.stowage.apiserver.openapi;

import org.jspecify.annotations.NullMarked;
