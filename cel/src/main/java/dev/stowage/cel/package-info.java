/// The Common Expression Language, as far as CustomResourceDefinitions use it: parsed, type-checked, and
/// evaluated within a cost budget.
@NullMarked
package dev.stowage.cel;

import org.jspecify.annotations.NullMarked;
