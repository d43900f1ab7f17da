package dev.semel.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * What earlier releases have stored, and what every later version does with it.
 *
 * <p>Each release has a folder in {@code src/test/resources/golden} with a file for each store. {@code -Dsemel.golden.records=0.2.0} writes
 * the files of release 0.2.0. The files of a release never change.
 *
 * @param <S> the type of the store
 */
public abstract class GoldenContract<S> {
    private static final Path FOLDER = Path.of("src/test/resources/golden");

    /**
     * A store whose table or keys no other test uses.
     *
     * @param <S> the type of the store
     */
    public interface Place<S> extends AutoCloseable {
        /** Returns the store. */
        S store();

        /** Returns everything that is stored in the form of a golden file, without using the store. */
        String dump() throws Exception;

        /** Stores the content of a golden file, without using the store. */
        void load(String file) throws Exception;

        /** Closes the store, and deletes what was stored. */
        @Override
        void close();
    }

    /** Creates the contract. */
    protected GoldenContract() {}

    /** Opens a store that is empty. */
    protected abstract Place<S> open() throws Exception;

    /** Returns the name of this store's golden files, such as {@code postgresql.sql}. */
    protected abstract String fileName();

    /** Stores one of everything, for a century. */
    protected abstract void write(S store);

    /** Checks what a store does with everything that {@link #write} has stored. */
    protected abstract void check(S store);

    @TestFactory
    @DisplayName("A30 what earlier releases have stored is read and continued")
    Stream<DynamicTest> ofEarlierReleases() throws Exception {
        String written = System.getProperty("semel.golden.records");
        if (written != null) {
            write(FOLDER.resolve(written).resolve(fileName()));
        }
        List<Path> files = new ArrayList<>();
        try (Stream<Path> releases = Files.list(FOLDER)) {
            releases.map(release -> release.resolve(fileName()))
                    .filter(Files::exists)
                    .sorted()
                    .forEach(files::add);
        }
        assertThat(files).as("golden files %s in %s", fileName(), FOLDER).isNotEmpty();
        return files.stream()
                .map(file -> DynamicTest.dynamicTest(
                        "A30 by " + FOLDER.relativize(file).getName(0), () -> check(Files.readString(file))));
    }

    private void write(Path file) throws Exception {
        Files.createDirectories(file.getParent());
        try (Place<S> place = open()) {
            write(place.store());
            Files.writeString(file, place.dump());
        }
    }

    private void check(String file) throws Exception {
        try (Place<S> place = open()) {
            place.load(file);
            assertThat(place.dump()).as("what was loaded").isEqualTo(file);
            check(place.store());
        }
    }
}
