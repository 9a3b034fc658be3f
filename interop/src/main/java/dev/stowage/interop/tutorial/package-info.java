/// What users of a small cluster do with kubectl and helm, page by page, on `./stowage up` and on a real cluster.
@NullMarked
package dev.stowage.interop.tutorial;

import org.jspecify.annotations.NullMarked;
