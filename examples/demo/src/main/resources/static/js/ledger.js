// What the store and the service hold: records and effects of the requests of a scenario, read again and again.

import { element, find } from './elements.js';
import { sleep } from './time.js';

const OFTEN = 300;
const SELDOM = 3000;

async function read(path, parameters, caller) {
  const response = await fetch(`${path}?${new URLSearchParams(parameters)}`, {
    headers: caller === undefined ? {} : { 'X-Api-Key': caller },
  });
  if (!response.ok) {
    throw new Error(`${path} answers ${response.status}`);
  }
  return response.json();
}

function cells(row, ...texts) {
  return texts.map(text => {
    const cell = row.insertCell();
    cell.textContent = text;
    return cell;
  });
}

export class Ledger {
  constructor(onEffects) {
    this.onEffects = onEffects;
    this.readings = 0;
    this.begin();
    this.keepReading();
  }

  begin() {
    this.requests = new Map();
    this.records = [];
    this.effects = [];
    this.shown = this.readings;
    this.show();
  }

  // Starts to read the record and the effects of a request.
  follow({ operation, method, path, key, caller }) {
    if (operation && key !== undefined) {
      this.requests.set(`${caller} ${method} ${path} ${key}`, { operation, request: `${method} ${path}`, key, caller });
    }
  }

  async keepReading() {
    for (;;) {
      if (this.requests.size > 0 && !document.hidden) {
        await this.refresh().catch(() => {});
      }
      await sleep(this.busy ? OFTEN : SELDOM);
    }
  }

  async refresh() {
    const reading = ++this.readings;
    const all = [...this.requests.values()];
    try {
      const records = await Promise.all(all.map(({ operation, request, key, caller }) =>
        read('/records', { operation, request, key }, caller)));
      const effects = await Promise.all(all.map(({ operation, key }) => read('/effects', { operation, key })));
      // Another scenario may have begun meanwhile, or a later reading may have been faster.
      if (reading > this.shown) {
        this.shown = reading;
        this.records = records.flat();
        this.effects = effects.flat().sort((one, other) => one.at.localeCompare(other.at));
        this.show();
      }
      find('#live').dataset.on = 'true';
    } catch (failure) {
      find('#live').dataset.on = 'false';
      throw failure;
    }
  }

  show() {
    this.showRecords();
    this.showEffects();
    this.onEffects(this.effects.length);
  }

  showRecords() {
    const body = find('#records tbody');
    const before = new Map([...body.rows].map(row => [row.dataset.key, row.dataset.state]));
    body.replaceChildren(...this.records.map(record => {
      const row = element('tr');
      row.dataset.key = `${record.operation} ${record.key}`;
      row.dataset.state = record.state;
      row.classList.toggle('fresh', before.get(row.dataset.key) !== record.state);
      const [name] = cells(row, '');
      name.append(element('b', '', record.operation), element('span', 'key', record.key));
      row.insertCell().append(element('span', 'state', record.state.replaceAll('_', ' ')));
      cells(row, record.attempt, record.resultBytes === null ? '–' : `${record.resultBytes} B`);
      return row;
    }));
    this.showNone(body, 4, 'No record yet');
  }

  showEffects() {
    const body = find('#log tbody');
    const known = body.querySelectorAll('tr[data-key]').length;
    body.replaceChildren(...this.effects.map((effect, i) => {
      const row = element('tr', i >= known ? 'fresh' : '');
      row.dataset.key = effect.key;
      cells(row, effect.at.slice(11, 19), effect.operation, effect.key);
      return row;
    }));
    this.showNone(body, 3, 'No effect yet');
  }

  showNone(body, columns, text) {
    if (body.rows.length === 0) {
      const cell = body.insertRow().insertCell();
      cell.colSpan = columns;
      cell.className = 'none';
      cell.textContent = text;
    }
  }
}
