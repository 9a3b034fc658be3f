/// The Common Expression Language, as far as definitions of custom resources use it: read, checked, and
/// evaluated within a budget.
@NullMarked
package dev.stowage.cel;

import org.jspecify.annotations.NullMarked;
