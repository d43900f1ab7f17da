package dev.semel.jdbc;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * The file of an embedded database. It holds keys, scopes and results, so it is created with permissions for its owner only. SQLite gives
 * the files beside it ({@code -wal}, {@code -shm}) the same permissions.
 */
public final class PrivateFile {
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

    private PrivateFile() {}

    /**
     * Creates an empty file that only its owner can read and write, for a database that takes an empty file for a new one. Leaves an
     * existing file as it is, and logs a warning if other users can read it. Does nothing on file systems without POSIX permissions, and
     * leaves it to the database to report a file that can't be created.
     */
    public static void create(Path file) {
        Path absolute = file.toAbsolutePath();
        FileAttribute<Set<PosixFilePermission>> ownerOnly = PosixFilePermissions.asFileAttribute(OWNER_ONLY);
        try {
            Files.createFile(absolute, ownerOnly);
        } catch (FileAlreadyExistsException e) {
            warnIfReadableByOthers(absolute);
        } catch (IOException | UnsupportedOperationException e) {
            // The database reports what is wrong with the path; without POSIX permissions it creates the file.
        }
    }

    private static void warnIfReadableByOthers(Path file) {
        try {
            if (Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ)) {
                System.getLogger("dev.semel.jdbc")
                        .log(
                                System.Logger.Level.WARNING,
                                "All users of this machine can read {0}, which holds keys and results. Restrict it and the files"
                                        + " beside it to their owner (chmod 600).",
                                file);
            }
        } catch (IOException | UnsupportedOperationException e) {
            // The permissions are unknown.
        }
    }
}
