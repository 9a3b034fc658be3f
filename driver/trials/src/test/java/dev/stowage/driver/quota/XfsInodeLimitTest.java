package dev.stowage.driver.quota;

final class XfsInodeLimitTest extends AbstractInodeLimitTest {

    @Override
    QuotaDisk disk() {
        return QuotaDisk.XFS;
    }
}
