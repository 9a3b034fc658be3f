/// The format of HTTP/1.1 messages: lines, the head of a response, and the three kinds of bodies.
@NullMarked
package dev.stowage.http.message;

import org.jspecify.annotations.NullMarked;
