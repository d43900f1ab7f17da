// One request and its answer.

const OPERATIONS = [
  { request: /^POST \/payments$/, operation: 'payments.create' },
  { request: /^DELETE \/payments\//, operation: 'payments.refund' },
  { request: /^POST \/orders$/, operation: 'orders.create' },
  { request: /^POST \/webhooks$/, operation: 'webhooks.receive' },
  { request: /^POST \/emails$/, operation: 'emails.send' },
];

export class Exchange {
  // patience: after how many milliseconds the client gives up
  constructor(number, { method = 'POST', path, key, body, caller, headers = {}, patience, label }) {
    this.number = number;
    this.method = method;
    this.path = path;
    this.key = key ?? body?.id;
    this.body = body === undefined ? undefined : JSON.stringify(body);
    this.caller = caller;
    this.patience = patience;
    this.label = label ?? `${method} ${path}`;
    this.operation = OPERATIONS.find(each => each.request.test(`${method} ${path}`))?.operation;
    this.headers = {
      ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(caller === undefined ? {} : { 'X-Api-Key': caller }),
      ...headers,
    };
  }

  // Sends the request. A missing answer is an outcome, not an error.
  async send() {
    const signal = this.patience === undefined ? undefined : AbortSignal.timeout(this.patience);
    try {
      const response = await fetch(this.path, { method: this.method, headers: this.headers, body: this.body, signal });
      this.text = await response.text();
      this.status = response.status;
      this.answered = [...response.headers];
      this.replayed = response.headers.get('Idempotency-Replayed') === 'true';
      this.location = response.headers.get('Location');
    } catch (failure) {
      this.lost = failure.name === 'TimeoutError' ? 'timeout' : 'closed';
    }
    return this;
  }

  get json() {
    return JSON.parse(this.text);
  }

  // Returns why Semel answered instead of the service: the last word of a problem's type.
  get problem() {
    return this.text?.match(/"urn:semel:problem:([a-z-]+)"/)?.[1];
  }

  // Returns whether the request got past Semel.
  get reachedService() {
    return !this.replayed && this.problem === undefined && !this.path.startsWith('/idempotency/');
  }

  // Returns how to show the answer.
  get kind() {
    if (this.lost || (this.status >= 500 && !this.replayed)) {
      return 'failed';
    }
    if (this.replayed) {
      return 'replayed';
    }
    return this.operation && (this.problem || this.status >= 400) ? 'held' : this.operation ? 'ran' : 'read';
  }
}
