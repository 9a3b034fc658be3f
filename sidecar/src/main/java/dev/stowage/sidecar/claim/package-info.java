/// What the resizer and the modifier share: writing the status of claims, and remembering calls.
@NullMarked
package dev.stowage.sidecar.claim;

import org.jspecify.annotations.NullMarked;
