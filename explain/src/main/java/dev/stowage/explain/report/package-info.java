/// Reports as text and as JSON.
@NullMarked
package dev.stowage.explain.report;

import org.jspecify.annotations.NullMarked;
