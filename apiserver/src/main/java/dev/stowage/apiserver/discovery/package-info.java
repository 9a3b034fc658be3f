/// What the server has: groups, versions, resources and what can be done to them.
@NullMarked
package dev.stowage.apiserver.discovery;

import org.jspecify.annotations.NullMarked;
