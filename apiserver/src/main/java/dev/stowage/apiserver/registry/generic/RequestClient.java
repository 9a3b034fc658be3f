package dev.stowage.apiserver.registry.generic;

import dev.stowage.apiserver.authentication.UserInfo;

/// The user and the user agent of a request.
///
/// @param program the header `User-Agent`
public record RequestClient(UserInfo userInfo, String program) {

    /// The field manager if the request does not set one.
    String manager() {
        int end = program.indexOf('/');
        String name = end < 0 ? program : program.substring(0, end);
        StringBuilder printable = new StringBuilder();
        name.codePoints().filter(c -> c >= ' ' && c != 0x7f).limit(128).forEach(printable::appendCodePoint);
        return printable.isEmpty() ? "unknown" : printable.toString();
    }
}
