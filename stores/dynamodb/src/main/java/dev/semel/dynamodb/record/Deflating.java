package dev.semel.dynamodb.record;

import java.io.ByteArrayOutputStream;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** Compresses results. */
final class Deflating {
    /** An upper bound: the format expands a byte to 1032 bytes at most. */
    private static final long MAX_EXPANSION = 1_040;

    private Deflating() {}

    static byte[] deflate(byte[] bytes) {
        Deflater deflater = new Deflater(Deflater.BEST_SPEED);
        try {
            deflater.setInput(bytes);
            deflater.finish();
            ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length / 2 + 64);
            byte[] buffer = new byte[8_192];
            while (!deflater.finished()) {
                out.write(buffer, 0, deflater.deflate(buffer));
            }
            return out.toByteArray();
        } finally {
            deflater.end();
        }
    }

    /**
     * Expands to exactly {@code length} bytes. Allocates no more than the input can expand to.
     *
     * @throws DataFormatException if the input is damaged or expands to another length
     */
    static byte[] inflate(byte[] bytes, int length) throws DataFormatException {
        if (length < 0 || length > MAX_EXPANSION * bytes.length) {
            throw new DataFormatException("the input can't have this length");
        }
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(bytes);
            byte[] out = new byte[length];
            int done = 0;
            while (done < length) {
                int more = inflater.inflate(out, done, length - done);
                if (more == 0) {
                    throw new DataFormatException("fewer bytes than expected");
                }
                done += more;
            }
            if (inflater.inflate(new byte[1]) != 0 || !inflater.finished()) {
                throw new DataFormatException("more bytes than expected");
            }
            return out;
        } finally {
            inflater.end();
        }
    }
}
