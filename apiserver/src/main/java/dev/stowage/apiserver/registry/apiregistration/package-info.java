/// APIServices.
@NullMarked
package dev.stowage.apiserver.registry.apiregistration;

import org.jspecify.annotations.NullMarked;
