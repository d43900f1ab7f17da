'use strict';

const answers = document.querySelector('#answers tbody');
const effects = document.querySelector('#effects tbody');
const summary = document.querySelector('#summary');
const count = document.querySelector('#count');
const buttons = [...document.querySelectorAll('button[data-trial]')];
let known = null;

const payment = { account: 'a-1', amount: 1250, currency: 'EUR' };

async function pay(key, body, headers) {
  const response = await fetch('/payments', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key, ...headers },
    body: JSON.stringify(body),
  });
  return {
    status: response.status,
    replayed: response.headers.get('Idempotency-Replayed') === 'true',
    text: await response.text(),
  };
}

// Each returns its responses in the order in which they are shown.
const trials = {
  twice: async key => [['first', await pay(key, payment)], ['again', await pay(key, payment)]],
  ten: async key => (await Promise.all(Array.from({ length: 10 }, () => pay(key, payment, { 'X-Demo-Delay': '400' }))))
    .map((answer, i) => ['copy ' + (i + 1), answer]),
  changed: async key => [
    ['1250', await pay(key, payment)],
    ['9999', await pay(key, { ...payment, amount: 9999 })],
  ],
  failure: async key => [
    ['fails', await pay(key, payment, { 'X-Demo-Fail': '503' })],
    ['retry', await pay(key, payment)],
    ['again', await pay(key, payment)],
  ],
};

function cell(row, text, kind) {
  const td = row.insertCell();
  td.textContent = text;
  if (kind) td.className = kind;
}

function show(rows) {
  answers.replaceChildren();
  for (const [name, answer] of rows) {
    const row = answers.insertRow();
    cell(row, name);
    cell(row, answer.status, answer.status < 300 ? 'good' : answer.status < 500 ? 'warn' : 'bad');
    cell(row, answer.replayed ? 'yes' : 'no');
    cell(row, answer.text);
  }
}

async function refresh() {
  const all = await (await fetch('/effects')).json();
  const fresh = known === null ? 0 : all.length - known;
  known = all.length;
  count.textContent = all.length;
  effects.replaceChildren();
  all.slice().reverse().forEach((effect, i) => {
    const row = effects.insertRow();
    if (i < fresh) row.className = 'fresh';
    [effect.at, effect.operation, effect.principal, effect.key ?? '(none)'].forEach(text => cell(row, text));
  });
  return fresh;
}

async function run(name) {
  buttons.forEach(button => { button.disabled = true; });
  summary.textContent = 'Sending …';
  try {
    await refresh();
    const rows = await trials[name]('page-' + crypto.randomUUID());
    show(rows);
    const fresh = await refresh();
    const replays = rows.filter(([, answer]) => answer.replayed).length;
    summary.textContent = `${rows.length} requests, ${fresh} ${fresh === 1 ? 'effect' : 'effects'}, `
      + `${replays} ${replays === 1 ? 'answer' : 'answers'} replayed.`;
  } catch (problem) {
    summary.textContent = 'The service does not respond: ' + problem.message;
  } finally {
    buttons.forEach(button => { button.disabled = false; });
  }
}

buttons.forEach(button => button.addEventListener('click', () => run(button.dataset.trial)));
refresh().catch(() => { summary.textContent = 'The service does not respond.'; });
