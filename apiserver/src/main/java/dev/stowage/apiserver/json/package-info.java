/// JSON trees: reading, writing, and access by path.
@NullMarked
package dev.stowage.apiserver.json;

import org.jspecify.annotations.NullMarked;
