/// Authentication and authorization of a request, and the review APIs.
@NullMarked
package dev.stowage.apiserver.accesscontrol;

import org.jspecify.annotations.NullMarked;
