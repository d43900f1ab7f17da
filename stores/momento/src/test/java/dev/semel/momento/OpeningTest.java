package dev.semel.momento;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.StoreException;
import dev.semel.servers.momento.MomentoDouble;
import dev.semel.store.RecordId;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import momento.sdk.CacheClient;
import momento.sdk.auth.CredentialProvider;
import momento.sdk.auth.MomentoLocalProvider;
import momento.sdk.config.Configurations;
import momento.sdk.config.ReadConcern;
import momento.sdk.responses.cache.GetResponse;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("opening a store on Momento")
class OpeningTest {

    @Test
    @DisplayName("takes an address, and finds the same items as Momento's own client")
    void sameItems() throws Exception {
        try (MomentoDouble momento = Doubles.start(MomentoDouble.Settings.DEFAULT);
                MomentoStore store = MomentoStore.open(momento.address(Doubles.CACHE));
                CacheClient client = CacheClient.create(
                        new MomentoLocalProvider("127.0.0.1", momento.port()),
                        Configurations.Laptop.latest().withReadConcern(ReadConcern.CONSISTENT),
                        Duration.ofMinutes(1))) {
            RecordId id = Records.id();
            Records.claim(store, id);
            GetResponse found = client.get(Doubles.CACHE, Records.key(id)).get();
            assertThat(found).isInstanceOf(GetResponse.Hit.class);
            assertThat(((GetResponse.Hit) found).valueByteArray())
                    .isEqualTo(momento.item(Doubles.CACHE, Records.key(id)));
        }
    }

    @Test
    @DisplayName("works with the credentials of Momento's client, and sends the API key")
    void credentials() {
        try (MomentoDouble momento = Doubles.start(MomentoDouble.Settings.DEFAULT.withApiKey("right"))) {
            assertThatThrownBy(() -> MomentoStore.open(momento.address(Doubles.CACHE)))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("UNAUTHENTICATED")
                    .hasMessageContaining("check that the API key is valid");
            CredentialProvider local = new MomentoLocalProvider("127.0.0.1", momento.port());
            try (MomentoStore store = MomentoStore.builder(new WithKey(local, "right"), Doubles.CACHE)
                    .build()) {
                assertThat(store.find(Records.id())).isEmpty();
            }
        }
    }

    private static final class WithKey extends CredentialProvider {
        private final CredentialProvider local;
        private final String key;

        WithKey(CredentialProvider local, String key) {
            this.local = local;
            this.key = key;
        }

        @Override
        public String getAuthToken() {
            return key;
        }

        @Override
        public String getControlEndpoint() {
            return local.getControlEndpoint();
        }

        @Override
        public String getCacheEndpoint() {
            return local.getCacheEndpoint();
        }

        @Override
        public String getStorageEndpoint() {
            return local.getStorageEndpoint();
        }

        @Override
        public String getTokenEndpoint() {
            return local.getTokenEndpoint();
        }

        @Override
        public boolean isEndpointSecure() {
            return false;
        }

        @Override
        public int getPort() {
            return local.getPort();
        }
    }

    @Test
    @DisplayName("says what to do if there is no such cache, or nothing at the endpoint")
    void unreachable() {
        String address;
        try (MomentoDouble momento = Doubles.start(MomentoDouble.Settings.DEFAULT)) {
            address = momento.address("missing");
            assertThatThrownBy(() -> MomentoStore.open(address))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("could not reach the cache missing")
                    .hasMessageContaining("create the cache missing in Momento's console");
        }
        assertThatThrownBy(() -> MomentoStore.open(address))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("check that the endpoint can be reached");
    }

    @Test
    @DisplayName("lists all settings that are wrong")
    void settings() {
        MomentoStoreBuilder builder = MomentoStore.builder("momento://c?endpoint=http://127.0.0.1:1")
                .keyPrefix("")
                .skewAllowance(Duration.ofDays(1))
                .timeout(Duration.ZERO)
                .longestTimeToLive(Duration.ofSeconds(1))
                .maxResultBytes(10);
        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(
                        "keyPrefix", "skewAllowance", "timeout", "longestTimeToLive", "maxResultBytes is 10");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "momento://",
                "momento:records",
                "redis://records",
                "momento://user:secret@records",
                "momento://records/more",
                "momento://records?region=eu",
                "momento://records?endpoint=http://example.com",
                "momento://records?endpoint=ftp://127.0.0.1",
                "momento://records?endpoint=https://example.com:8443",
                "momento://records?endpoint=https://user:secret@example.com",
                "momento://records?endpoint=https://example.com/path",
                "momento://records?endpoint=%zz"
            })
    @DisplayName("refuses what is no address, and does not repeat it")
    void addresses(String address) {
        assertThatThrownBy(() -> MomentoAddress.of(address))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("momento://CACHE")
                .message()
                .doesNotContain("secret");
    }

    @Test
    @DisplayName("reads the API key from the environment, which has the endpoint, and never repeats it")
    void apiKey() {
        String json = "{\"endpoint\":\"cell-1.prod.a.momentohq.com\",\"api_key\":\"the-key\"}";
        String key = Base64.getEncoder().encodeToString(json.getBytes(StandardCharsets.UTF_8));
        CredentialProvider found = MomentoAddress.of("momento://records").credentials(key);
        assertThat(found.getAuthToken()).isEqualTo("the-key");
        assertThat(found.getCacheEndpoint()).isEqualTo("cache.cell-1.prod.a.momentohq.com");
        assertThat(found.isEndpointSecure()).isTrue();
        CredentialProvider other = MomentoAddress.of("momento://records?endpoint=https://cache.example.com")
                .credentials(key);
        assertThat(other.getCacheEndpoint()).isEqualTo("cache.example.com");
        for (String missing : new String[] {null, " "}) {
            assertThatThrownBy(() -> MomentoAddress.of("momento://records").credentials(missing))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("MOMENTO_API_KEY");
        }
        assertThatThrownBy(() -> MomentoAddress.of("momento://records").credentials("not-a-key"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasNoCause()
                .message()
                .contains("MOMENTO_API_KEY")
                .doesNotContain("not-a-key");
    }

    @Test
    @DisplayName("is not possible again after it was closed, and a second close does nothing")
    void closed() {
        try (MomentoDouble momento = Doubles.start(MomentoDouble.Settings.DEFAULT)) {
            MomentoStore store = MomentoStore.open(momento.address(Doubles.CACHE));
            store.close();
            store.close();
            assertThatThrownBy(() -> store.find(Records.id()))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("closed");
        }
    }
}
