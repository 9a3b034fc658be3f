/// The strategy of services and its validation.
@NullMarked
package dev.stowage.apiserver.registry.core.service;

import org.jspecify.annotations.NullMarked;
