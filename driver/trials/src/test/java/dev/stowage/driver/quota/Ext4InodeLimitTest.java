package dev.stowage.driver.quota;

final class Ext4InodeLimitTest extends AbstractInodeLimitTest {

    @Override
    QuotaDisk disk() {
        return QuotaDisk.EXT4;
    }
}
