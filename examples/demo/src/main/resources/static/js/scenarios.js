// The scenarios. Each plays its requests through `demo`, and returns what they show.

const payment = { account: 'a-1', amount: 1250, currency: 'EUR' };

function pay(demo, key, more = {}) {
  return demo.send({ path: '/payments', key, body: payment, ...more });
}

async function lost(demo) {
  const key = demo.key('pay');
  await pay(demo, key, { headers: { 'X-Demo-Delay': '2500' }, patience: 1000 });
  await pay(demo, key);
  await pay(demo, key);
  return 'The client gave up too early: the payment was made. The retry waited for its answer and did not pay again.';
}

async function ten(demo) {
  const key = demo.key('pay');
  await Promise.all(Array.from({ length: 10 }, () => pay(demo, key, { headers: { 'X-Demo-Delay': '700' } })));
  return 'Ten copies arrived together. One ran; the others waited for its answer and got the same bytes.';
}

async function changed(demo) {
  const key = demo.key('pay');
  await pay(demo, key, { label: 'POST 12.50 EUR' });
  await pay(demo, key, { body: { ...payment, amount: 9999 }, label: 'POST 99.99 EUR' });
  return 'The key belongs to the first payment. Another amount under it neither runs nor gets the answer.';
}

async function failure(demo) {
  const key = demo.key('pay');
  await pay(demo, key, { headers: { 'X-Demo-Fail': '503' } });
  await pay(demo, key);
  await pay(demo, key);
  return 'The failure had no effect, so the retry with the same key ran. Its duplicate got its answer.';
}

async function crash(demo) {
  const key = demo.key('pay');
  await pay(demo, key, { headers: { 'X-Demo-Crash': 'after' } });
  await demo.restarted();
  let retry = await pay(demo, key);
  while (retry.problem === 'in-progress') {
    await demo.pause(1000);
    retry = await pay(demo, key);
  }
  await pay(demo, key);
  return await demo.effects() === 1
    ? 'The crash hit between charge and answer. Both rolled back together, and the retry charged: once.'
    : 'This store cannot commit the charge with its record, so the retry charged again. The README says how to close that gap.';
}

async function refund(demo) {
  const paid = await pay(demo, demo.key('pay'));
  const request = { method: 'DELETE', path: paid.location, label: 'DELETE payment' };
  const key = demo.key('refund');
  await demo.send({ ...request, key });
  await demo.send({ ...request, key });
  await demo.send({ ...request, key: demo.key('refund') });
  return 'One payment, one refund. The retry got the answer of the refund; a second refund was refused.';
}

async function order(demo) {
  const request = { path: '/orders', key: demo.key('order'), body: { item: 'book', quantity: 1 } };
  const first = demo.send({ ...request, headers: { 'X-Demo-Delay': '3000' } });
  await demo.state('in_progress');
  const duplicate = await demo.send(request);
  if (duplicate.location?.startsWith('/idempotency/')) {
    await status(demo, duplicate.location);
  }
  await first;
  if (duplicate.location?.startsWith('/idempotency/')) {
    await status(demo, duplicate.location);
  }
  await demo.send(request);
  return 'A duplicate of a running order does not wait: it gets 202 and an address that shows the outcome.';
}

function status(demo, path) {
  return demo.send({ method: 'GET', path, label: 'GET status', outcome: answer => answer.json.state.replace('_', ' ') });
}

async function webhook(demo) {
  const event = { id: demo.key('evt'), type: 'paid', data: { invoice: 17 } };
  await demo.send({ path: '/webhooks', body: event });
  await demo.send({ path: '/webhooks', body: event });
  await demo.send({ path: '/webhooks', body: { ...event, type: 'failed' } });
  return 'Senders of webhooks send no key, so the id in the body is the key. A delivery that differs is refused.';
}

async function email(demo) {
  const mail = { path: '/emails', body: { to: 'ada@example.org', subject: 'hello' } };
  const key = demo.key('mail');
  await demo.send({ ...mail, key });
  await demo.send({ ...mail, key });
  const failing = demo.key('mail');
  await demo.send({ ...mail, key: failing, headers: { 'X-Demo-Fail': '503' } });
  await demo.send({ ...mail, key: failing });
  return 'No email is better than two: this operation replays a failure as well, and never sends again under its key.';
}

async function quota(demo) {
  // A caller without history, so that the numbers are small.
  const caller = demo.key('caller');
  const usage = () => demo.send({
    method: 'GET', path: '/usage', caller, label: 'GET usage', outcome: answer => `${answer.json.count} of ${answer.json.limit}`,
  });
  const { limit } = (await usage()).json;
  const key = demo.key('pay');
  await pay(demo, key, { caller });
  await pay(demo, key, { caller });
  await pay(demo, key, { caller });
  // ./semel demo --quota 3 shows the end of it.
  for (let used = 1; limit <= 10 && used <= limit; used++) {
    await pay(demo, demo.key('pay'), { caller });
  }
  await usage();
  return limit <= 10
    ? 'A payment counts once, however often it is sent. Over the quota, new payments get 429; replays still work.'
    : 'The payment was sent three times and counted once. Start the demo with --quota 3 to see the 429.';
}

export const scenarios = [
  { id: 'lost', title: 'The answer gets lost', hint: 'time-out, then a retry', play: lost,
    about: 'The client gives up before the slow payment is done, and sends it again with the same key.' },
  { id: 'ten', title: 'Ten copies in parallel', hint: 'one runs, nine replays', play: ten,
    about: 'A double click, a proxy that retries and two nodes: ten copies of one payment race each other.' },
  { id: 'changed', title: 'Another amount', hint: 'same key: 422', play: changed,
    about: 'A client reuses a key for a different payment, by mistake or on purpose.' },
  { id: 'failure', title: 'Fail, then retry', hint: 'a failure frees the key', play: failure,
    about: 'The first attempt fails before it has an effect, and the client tries again.' },
  { id: 'crash', title: 'Crash and recover', hint: 'halts the service', play: crash,
    about: 'The service halts after it has charged, before it could answer. It restarts, and the client tries again.' },
  { id: 'refund', title: 'Refund', hint: 'once, then 409', play: refund,
    about: 'A refund is sent twice with one key, and then once more with another key.' },
  { id: 'order', title: 'Order', hint: '202 and a status address', play: order,
    about: 'A client that must not wait asks for the outcome of its slow order later.' },
  { id: 'webhook', title: 'Webhook', hint: 'the key is in the body', play: webhook,
    about: 'An event is delivered twice, and once more with another content under its id.' },
  { id: 'email', title: 'Email', hint: 'failures are replayed', play: email,
    about: 'An email is sent twice. Another one fails, and is not sent again.' },
  { id: 'quota', title: 'Quota', hint: 'replays do not count', play: quota,
    about: 'A new caller pays once and retries twice. How much of its quota is used?' },
];
