@NullMarked
package dev.stowage.apiserver.http;

import org.jspecify.annotations.NullMarked;
