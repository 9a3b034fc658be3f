/// Questions about who somebody is; they are answered, not kept.
@NullMarked
package dev.stowage.apiserver.registry.authentication;

import org.jspecify.annotations.NullMarked;
