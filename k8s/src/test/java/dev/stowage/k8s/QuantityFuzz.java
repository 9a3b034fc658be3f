package dev.stowage.k8s;

import dev.stowage.testing.fuzz.FuzzTarget;
import java.util.List;

/// A quantity of an object. Its stored form must be the same amount.
final class QuantityFuzz implements FuzzTarget {

    @Override
    public List<byte[]> seeds() {
        return FuzzTarget.texts(
                "5Gi",
                "100m",
                "12e6",
                "0.5Ki",
                "1.200",
                "-1n",
                "+.5",
                "1E-3",
                "9223372036854775808",
                "0",
                "1.5Ei",
                "3E");
    }

    @Override
    public List<String> words() {
        return List.of("Ki", "Ei", "n", "u", "m", "k", "E", "e", "-", "+", ".", "e400", "e-2147483648", "000", "1024");
    }

    @Override
    public void run(byte[] input) {
        String text = FuzzTarget.text(input);
        Quantity lenient = Quantity.parseOrZero(text);
        lenient.milliValue();
        lenient.compareTo(Quantity.ZERO);
        Quantity quantity;
        try {
            quantity = Quantity.parse(text);
        } catch (IllegalArgumentException _) {
            return;
        }
        Quantity stored = Quantity.parse(quantity.canonical());
        if (stored.amount().compareTo(quantity.amount()) != 0) {
            throw new AssertionError("%s is stored as %s, another amount".formatted(quantity, stored));
        }
        if (!stored.canonical().equals(stored.text())) {
            throw new AssertionError("%s is stored as %s, then as %s".formatted(text, stored, stored.canonical()));
        }
    }
}
