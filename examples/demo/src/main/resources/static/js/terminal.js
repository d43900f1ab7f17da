// The requests as commands for curl, and the answers as curl would print them.

import { element, find } from './elements.js';

function quoted(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function command(exchange) {
  const parts = [`curl -i ${location.origin}${exchange.path}`];
  if (exchange.method !== 'POST' && exchange.method !== 'GET') {
    parts[0] = parts[0].replace('-i', `-i -X ${exchange.method}`);
  }
  if (exchange.patience !== undefined) {
    parts.push(`--max-time ${exchange.patience / 1000}`);
  }
  for (const [name, value] of Object.entries(exchange.headers)) {
    parts.push(`-H ${quoted(`${name}: ${value}`)}`);
  }
  if (exchange.body !== undefined) {
    parts.push(`-d ${quoted(exchange.body)}`);
  }
  return parts.join(' \\\n    ');
}

function titled(header) {
  return header.replace(/(^|-)[a-z]/g, letter => letter.toUpperCase());
}

// Headers of the connection are left out.
const CONNECTION = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding', 'vary']);

function answerLines(exchange) {
  if (exchange.lost === 'timeout') {
    return [['failed', `curl: (28) Operation timed out after ${exchange.patience} milliseconds with 0 bytes received`]];
  }
  if (exchange.lost) {
    return [['failed', 'curl: (52) Empty reply from server']];
  }
  const headers = exchange.answered
    .filter(([name]) => !CONNECTION.has(name))
    .map(([name, value]) => [name.startsWith('idempotency-') ? 'replayed' : 'header', `${titled(name)}: ${value}`]);
  return [[exchange.kind, `HTTP/1.1 ${exchange.status}`], ...headers, ['', ''], ['', exchange.text]];
}

// Without permission for the clipboard the command is selected instead.
async function copy(button, code) {
  try {
    await navigator.clipboard.writeText(code.textContent);
    button.textContent = 'Copied';
  } catch {
    getSelection().selectAllChildren(code);
    button.textContent = 'Selected';
  }
  setTimeout(() => { button.textContent = 'Copy'; }, 2000);
}

export class Terminal {
  begin() {
    find('#exchanges').replaceChildren();
    find('#prompt').hidden = true;
  }

  add(exchange) {
    const entry = element('li', 'exchange');
    entry.id = `exchange-${exchange.number}`;
    const code = element('code', '', command(exchange));
    const button = element('button', 'copy', 'Copy');
    button.type = 'button';
    button.setAttribute('aria-label', `Copy request ${exchange.number}`);
    button.addEventListener('click', () => copy(button, code));
    const typed = element('pre', 'typed');
    typed.append(element('span', 'dollar', '$ '), code);
    const answer = element('pre', 'printed');
    entry.append(element('span', 'number', exchange.number), button, typed, answer);
    find('#exchanges').append(entry);
    return () => {
      for (const [kind, text] of answerLines(exchange)) {
        answer.append(element('span', kind, text), '\n');
      }
    };
  }
}
