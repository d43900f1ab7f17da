package dev.semel.dynamodb;

import java.io.ByteArrayOutputStream;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** Results made smaller. */
final class Deflating {
    /** The format packs no more than 1032 bytes into one. */
    private static final long MOST_FOR_A_BYTE = 1_040;

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

    /** Never makes more than {@code length} bytes, whatever the input says, nor room for more than the input could hold. */
    static byte[] inflate(byte[] bytes, int length) throws DataFormatException {
        if (length < 0 || length > MOST_FOR_A_BYTE * bytes.length) {
            throw new DataFormatException("a length that can't be");
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
