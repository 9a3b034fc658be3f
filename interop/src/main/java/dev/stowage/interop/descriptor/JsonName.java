package dev.stowage.interop.descriptor;

/// The JSON name of a field when its declaration has none: compilers differ in whether they write it.
final class JsonName {

    private JsonName() {}

    static String of(String field) {
        StringBuilder name = new StringBuilder();
        boolean upper = false;
        for (int i = 0; i < field.length(); i++) {
            char each = field.charAt(i);
            if (each == '_') {
                upper = true;
            } else {
                name.append(upper && each >= 'a' && each <= 'z' ? (char) (each - 'a' + 'A') : each);
                upper = false;
            }
        }
        return name.toString();
    }
}
