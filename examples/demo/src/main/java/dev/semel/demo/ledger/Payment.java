package dev.semel.demo.ledger;

/**
 * A payment.
 *
 * @param id its identifier
 * @param account the account that pays
 * @param amount in the smallest unit of the currency
 * @param currency the currency, three letters
 * @param status {@code CAPTURED} or {@code REFUNDED}
 */
public record Payment(String id, String account, long amount, String currency, String status) {}
