// Plays the scenarios. Start reading here; scenarios.js has what they send.

import { element, find, plural } from './elements.js';
import { Exchange } from './exchange.js';
import { Ledger } from './ledger.js';
import { scenarios } from './scenarios.js';
import { Stage } from './stage.js';
import { Terminal } from './terminal.js';
import { isLively, sleep, watchable } from './time.js';

const PATIENCE = 30_000;

const stage = new Stage();
const terminal = new Terminal();
const ledger = new Ledger(effects => stage.count('effects', effects));

// One run of a scenario: what scenarios.js calls.
class Play {
  exchanges = [];

  key(prefix) {
    const random = crypto.getRandomValues(new Uint32Array(2));
    return `${prefix}-${[...random].map(part => part.toString(16).padStart(8, '0')).join('').slice(0, 10)}`;
  }

  // Sends a request, and shows it and its answer everywhere.
  async send({ outcome, ...request }) {
    const exchange = new Exchange(this.exchanges.length + 1, request);
    this.exchanges.push(exchange);
    const lane = stage.add(exchange);
    const print = terminal.add(exchange);
    ledger.follow(exchange);
    this.count();
    await exchange.send();
    exchange.outcome = exchange.status === 200 && outcome ? outcome(exchange) : undefined;
    print();
    ledger.refresh().catch(() => {});
    await lane.arrive();
    this.count();
    await watchable(250);
    return exchange;
  }

  count() {
    stage.count('requests', this.exchanges.length);
    stage.count('replays', this.replays);
  }

  get replays() {
    return this.exchanges.filter(each => each.replayed).length;
  }

  pause(milliseconds) {
    return sleep(milliseconds);
  }

  async effects() {
    await ledger.refresh();
    return ledger.effects.length;
  }

  // Waits until a record of this scenario has a state.
  async state(name) {
    const deadline = Date.now() + PATIENCE;
    while (!ledger.records.some(each => each.state === name) && Date.now() < deadline) {
      await ledger.refresh().catch(() => {});
      await sleep(50);
    }
  }

  // Waits, however long it takes, until the service has restarted.
  async restarted() {
    const start = Date.now();
    const note = stage.note('The service is down');
    const where = location.port ? ` --port ${location.port}` : '';
    for (;;) {
      const seconds = Math.round((Date.now() - start) / 1000);
      stage.say(seconds < 6
        ? 'The service crashed, and restarts …'
        : `Still down. If nothing restarts it, run in a terminal, with the same options as before: ./semel demo${where}`, 'failed');
      note.textContent = `The service is down: ${plural(seconds, 'second')}`;
      if (await fetch('/usage', { signal: AbortSignal.timeout(2000) }).then(answer => answer.ok, () => false)) {
        note.textContent = `The service was down for ${plural(Math.max(seconds, 1), 'second')}, and is back on the same store`;
        stage.say('The service is back. The client retries …');
        return;
      }
      await sleep(500);
    }
  }
}

async function play(scenario, button, isChosen = false) {
  const buttons = [...document.querySelectorAll('#scenarios button')];
  buttons.forEach(each => {
    each.disabled = true;
    each.setAttribute('aria-pressed', each === button);
  });
  stage.begin(scenario);
  terminal.begin();
  ledger.begin();
  ledger.busy = true;
  stage.say('Sending …');
  if (isChosen) {
    find('#stage').scrollIntoView({ block: 'nearest' });
  }
  const run = new Play();
  try {
    const shown = await scenario.play(run);
    const effects = await run.effects();
    const counts = [plural(run.exchanges.length, 'request'), plural(effects, 'effect'), plural(run.replays, 'replay')];
    stage.say(shown, 'done', `${counts.join(', ')}. `);
  } catch (failure) {
    stage.say(`The scenario stopped: ${failure.message}. Is the service running?`, 'failed');
  } finally {
    ledger.busy = false;
    buttons.forEach(each => { each.disabled = false; });
    if (isChosen) {
      button.focus({ preventScroll: true });
    }
  }
}

function offer(scenario) {
  const button = element('button');
  button.type = 'button';
  button.dataset.scenario = scenario.id;
  button.setAttribute('aria-pressed', 'false');
  button.append(element('b', '', scenario.title), element('small', '', scenario.hint));
  button.addEventListener('click', () => play(scenario, button, true));
  return button;
}

find('#scenarios').append(...scenarios.map(offer));

// The page plays its story without a click.
if (isLively()) {
  const [first] = scenarios;
  play(first, find(`[data-scenario=${first.id}]`));
}
