/// Images as the Open Container Initiative describes them, several in one file.
@NullMarked
package dev.stowage.image.oci;

import org.jspecify.annotations.NullMarked;
