@NullMarked
package dev.stowage.apiserver.openapi;

import org.jspecify.annotations.NullMarked;
