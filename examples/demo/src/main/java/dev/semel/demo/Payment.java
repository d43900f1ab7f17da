package dev.semel.demo;

/**
 * A payment.
 *
 * @param id its name
 * @param account who pays
 * @param amount in the smallest unit of the currency
 * @param currency three letters
 * @param status CAPTURED or REFUNDED
 */
record Payment(String id, String account, long amount, String currency, String status) {}
