/// Questions about who somebody is; they are answered, not kept.
@NullMarked
package dev.stowage.apiserver.group.authentication;

import org.jspecify.annotations.NullMarked;
