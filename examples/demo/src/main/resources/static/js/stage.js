// The picture: each request is a lane, on which it flies from the client to Semel, and from there to the service or back.

import { element, find, unit } from './elements.js';
import { watchable } from './time.js';

const FLIGHT = 420;
const REASONS = {
  200: 'OK', 201: 'Created', 202: 'Accepted', 400: 'Bad Request', 404: 'Not Found', 409: 'Conflict',
  422: 'Unprocessable', 429: 'Too Many Requests', 500: 'Error', 503: 'Unavailable',
};
const AT_SEMEL = {
  'in-progress': 'still running',
  'other-request': 'another request',
  'quota-exceeded': 'over the quota',
};

// Lays an element out, so that its next change is animated.
function layOut(changed) {
  changed.getBoundingClientRect();
}

class Lane {
  constructor(exchange) {
    this.exchange = exchange;
    this.row = element('li', 'lane');
    this.row.dataset.at = 'client';
    const number = element('a', 'number', exchange.number);
    number.href = `#exchange-${exchange.number}`;
    number.setAttribute('aria-label', `Request ${exchange.number} in the terminal`);
    this.what = element('span', 'what', exchange.label);
    this.answer = element('span', 'answer');
    this.place = element('span', 'place');
    this.pill = element('span', 'pill');
    for (const drawn of [this.pill, element('span', 'out'), element('span', 'back')]) {
      drawn.setAttribute('aria-hidden', 'true');
      this.row.append(drawn);
    }
    this.row.append(number, this.what, this.place, this.answer);
  }

  async fly(place) {
    this.row.dataset.at = place;
    await watchable(FLIGHT);
  }

  // Flies to Semel, where the request stays until its answer is known.
  depart() {
    layOut(this.row);
    this.departed = this.fly('semel');
  }

  async arrive() {
    const { exchange } = this;
    await this.departed;
    this.row.dataset.kind = exchange.kind;
    this.row.dataset.lost = exchange.lost ?? '';
    if (exchange.reachedService) {
      await this.fly('service');
    }
    this.row.dataset.turned = exchange.reachedService ? 'service' : 'semel';
    this.place.textContent = this.placeText();
    await this.fly('back');
    this.answer.textContent = this.answerText();
  }

  placeText() {
    const { exchange } = this;
    if (exchange.lost) {
      return exchange.lost === 'timeout' ? 'still runs' : 'crashes';
    }
    if (exchange.replayed) {
      return 'stored answer';
    }
    if (exchange.problem) {
      return AT_SEMEL[exchange.problem] ?? exchange.problem.replaceAll('-', ' ');
    }
    return { ran: 'runs', failed: 'fails', held: 'refuses' }[exchange.kind] ?? '';
  }

  answerText() {
    const { exchange } = this;
    if (exchange.lost) {
      return exchange.lost === 'timeout' ? 'no answer in time' : 'connection lost';
    }
    const reason = exchange.replayed ? 'replayed' : REASONS[exchange.status] ?? '';
    return `${exchange.status} ${exchange.outcome ?? reason}`;
  }
}

export class Stage {
  begin(scenario) {
    find('#stage-title').textContent = scenario.title;
    find('#about').textContent = scenario.about;
    find('#lanes').replaceChildren();
    this.count('requests', 0);
    this.count('replays', 0);
    this.count('effects', 0);
  }

  add(exchange) {
    const lane = new Lane(exchange);
    find('#lanes').append(lane.row);
    lane.depart();
    return lane;
  }

  // Adds a line between two requests.
  note(text) {
    const note = element('li', 'between', text);
    find('#lanes').append(note);
    return note;
  }

  count(what, count) {
    const figure = find(`#${what}`);
    if (figure.textContent !== String(count)) {
      figure.textContent = count;
      find(`#${what}-unit`).textContent = unit(count, what.slice(0, -1));
      const actor = figure.closest('.actor');
      actor.classList.remove('bump');
      layOut(actor);
      actor.classList.toggle('bump', count > 0);
    }
  }

  say(text, kind = '', counts = '') {
    const summary = find('#summary');
    summary.replaceChildren(element('b', '', counts), text);
    summary.dataset.kind = kind;
  }
}
