/// Programs of the image are run once while it is built, so that they start fast ever after.
@NullMarked
package dev.stowage.image.training;

import org.jspecify.annotations.NullMarked;
