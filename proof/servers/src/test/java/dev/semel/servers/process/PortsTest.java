package dev.semel.servers.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class PortsTest {

    @Test
    void gives_every_port_once() {
        List<Integer> ports =
                IntStream.range(0, 200).parallel().mapToObj(i -> Ports.free()).toList();

        assertThat(ports).doesNotHaveDuplicates();
    }

    @Test
    void gives_ports_that_can_be_bound() throws IOException {
        try (ServerSocket socket = new ServerSocket(Ports.free(), 1, InetAddress.getLoopbackAddress())) {
            assertThat(socket.isBound()).isTrue();
        }
    }
}
