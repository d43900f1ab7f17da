package shop;

import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.memory.MemoryStore;

public class FirstExample {
    record Payment(String account, long cents) {}

    static int charges;

    public static void main(String[] args) {
        Semel semel = Semel.on(MemoryStore.create());
        Operation<String> payments = semel.operation("payments.create", Codec.text()).build();
        Payment payment = new Payment("a-1", 1250);

        System.out.println(payments.once("k-1", payment, () -> "receipt " + ++charges)); // receipt 1
        System.out.println(payments.once("k-1", payment, () -> "receipt " + ++charges)); // receipt 1
        System.out.println(charges); // 1
    }
}
