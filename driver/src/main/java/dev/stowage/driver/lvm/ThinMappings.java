package dev.stowage.driver.lvm;

import dev.stowage.driver.blocks.BlockSource;
import dev.stowage.sdk.BlockRange;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/// Reads the ranges in the output of `thin_dump` or `thin_delta`, one at a time: those that a volume has, or those that
/// two volumes do not share.
final class ThinMappings implements BlockSource {

    private static final long SECTOR = 512;

    private final XMLStreamReader xml;
    private final long from;
    private final long end;
    private long blockSize;

    /// @param from where the first range begins at the earliest, in bytes
    /// @param end of the volume, in bytes: the last block of the pool may be beyond it
    ThinMappings(InputStream output, long from, long end) throws IOException {
        this.from = from;
        this.end = end;
        try {
            XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
            factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
            this.xml = factory.createXMLStreamReader(output);
        } catch (XMLStreamException e) {
            throw unreadable(e);
        }
    }

    @Override
    public Optional<BlockRange> next() throws IOException {
        try {
            while (xml.hasNext()) {
                if (xml.next() == XMLStreamConstants.START_ELEMENT) {
                    Optional<BlockRange> range = element().flatMap(this::clipped);
                    if (range.isPresent()) {
                        return range;
                    }
                }
            }
            return Optional.empty();
        } catch (XMLStreamException e) {
            throw unreadable(e);
        }
    }

    private Optional<BlockRange> element() throws IOException {
        return switch (xml.getLocalName()) {
            case "superblock" -> {
                blockSize = number("data_block_size") * SECTOR;
                yield Optional.empty();
            }
            case "single_mapping" -> Optional.of(blocks(number("origin_block"), 1));
            case "range_mapping" -> Optional.of(blocks(number("origin_begin"), number("length")));
            case "left_only", "right_only", "different" -> Optional.of(blocks(number("begin"), number("length")));
            // <device>, <diff> and <same>, and what later versions add.
            default -> Optional.empty();
        };
    }

    private BlockRange blocks(long begin, long length) throws IOException {
        if (blockSize == 0 || begin < 0 || length <= 0) {
            throw new IOException("the mappings of a thin volume have a range without a size");
        }
        return new BlockRange(begin * blockSize, length * blockSize);
    }

    private Optional<BlockRange> clipped(BlockRange range) {
        long begin = Math.max(from, range.offset());
        long stop = Math.min(end, range.end());
        return begin < stop ? Optional.of(new BlockRange(begin, stop - begin)) : Optional.empty();
    }

    private long number(String attribute) throws IOException {
        String text = xml.getAttributeValue(null, attribute);
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IOException(
                    "the mappings of a thin volume have <%s> with %s=\"%s\""
                            .formatted(xml.getLocalName(), attribute, text),
                    e);
        }
    }

    private static IOException unreadable(XMLStreamException e) {
        return new IOException("cannot read the mappings of a thin volume: " + e.getMessage(), e);
    }
}
