/// OCI images, several in one archive.
@NullMarked
package dev.stowage.image.oci;

import org.jspecify.annotations.NullMarked;
