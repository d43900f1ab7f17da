package dev.semel.servers;

import dev.semel.servers.process.AtExit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** A temporary folder that is deleted with all it holds when it is closed, at the latest when the JVM ends. */
public final class TempFolder implements AutoCloseable {
    private final Path path;

    private TempFolder(Path path) {
        this.path = path;
    }

    /**
     * Creates a folder that only its owner can read.
     *
     * @param name what it is for; part of the folder's name
     */
    public static TempFolder create(String name) {
        try {
            return of(Files.createTempDirectory("semel-" + name + "-"));
        } catch (IOException e) {
            throw new UncheckedIOException("could not create a temporary folder", e);
        }
    }

    /** Takes over a folder that exists, to delete it. */
    static TempFolder of(Path path) {
        TempFolder folder = new TempFolder(path);
        AtExit.closeLast(folder);
        return folder;
    }

    /** Returns the path of this folder. */
    public Path path() {
        return path;
    }

    /** Returns a file or folder in it, whether or not it exists. */
    public Path resolve(String name) {
        return path.resolve(name);
    }

    /** Deletes the folder. What can't be deleted stays, without an exception. */
    @Override
    public void close() {
        AtExit.forget(this);
        try {
            Files.walkFileTree(path, new Deletion());
        } catch (IOException e) {
            System.getLogger(TempFolder.class.getName())
                    .log(System.Logger.Level.WARNING, "could not delete " + path, e);
        }
    }

    private static final class Deletion extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
            if (failure instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
            }
            throw failure;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) throws IOException {
            Files.deleteIfExists(folder);
            return FileVisitResult.CONTINUE;
        }
    }
}
