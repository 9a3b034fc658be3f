package dev.stowage.bench.lab;

/// One figure of one round.
///
/// @param group the rows that are compared with each other, with the unit
/// @param figure the column for its median
record Sample(String group, String subject, String figure, double value) {

    /// Reports it on the console of the guest as well.
    static Sample taken(String group, String subject, String figure, double value) {
        System.out.printf("%s, %s: %.1f (%s)%n", group, subject, value, figure);
        return new Sample(group, subject, figure, value);
    }
}
