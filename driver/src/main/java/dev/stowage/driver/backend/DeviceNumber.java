package dev.stowage.driver.backend;

/// The number of a block device, as the kernel writes it: `7:3`.
public record DeviceNumber(int major, int minor) {

    /// @throws IllegalArgumentException when it has another form
    public static DeviceNumber parse(String text) {
        String[] numbers = text.split(":", 2);
        if (numbers.length < 2) {
            throw new IllegalArgumentException("\"" + text + "\" is not the number of a device");
        }
        return new DeviceNumber(Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1]));
    }

    @Override
    public String toString() {
        return major + ":" + minor;
    }
}
