@NullMarked
package dev.stowage.kube.csitranslation;

import org.jspecify.annotations.NullMarked;
