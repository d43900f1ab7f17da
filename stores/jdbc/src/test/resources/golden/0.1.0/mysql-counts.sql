INSERT INTO semel_counter (digest, counter, subject, window_start, window_end, count, kept_until, nonce) VALUES (
    X'7559791bf743c887c754875a442a831d104a69123d5509756968153efecf5993',
    'requests',
    'subject-ü',
    1767225600000000,
    4922899200000000,
    42,
    NULL,
    X'00000000000000000000000000000002');
INSERT INTO semel_counter_key (digest, answer, kept_until) VALUES (
    X'0f1af3ba62bddca639276744783007a29638c14110be525e432409877bc43b28',
    '1767225600000000 4922899200000000 42',
    4922899200000000);
