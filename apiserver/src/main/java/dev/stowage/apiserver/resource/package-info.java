/// The descriptor and the strategy of each served resource.
@NullMarked
package dev.stowage.apiserver.resource;

import org.jspecify.annotations.NullMarked;
