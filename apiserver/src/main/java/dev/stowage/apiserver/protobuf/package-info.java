/// Bodies in Kubernetes' protobuf format, which typed clients prefer for requests. They are converted to JSON
/// on arrival; responses are always JSON.
@NullMarked
package dev.stowage.apiserver.protobuf;

import org.jspecify.annotations.NullMarked;
