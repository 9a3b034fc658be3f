/// Trees of JSON: reading, writing, and finding one's way in them.
@NullMarked
package dev.stowage.apiserver.json;

import org.jspecify.annotations.NullMarked;
