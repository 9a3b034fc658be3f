/// Training runs that create the AOT caches of the image, so that its programs start fast.
@NullMarked
package dev.stowage.image.training;

import org.jspecify.annotations.NullMarked;
