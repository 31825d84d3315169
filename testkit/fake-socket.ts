/** Socket of the web app without a network: a test opens it, answers and closes it. */
export class FakeSocket {
  private readonly listeners = new Map<string, (event: { data: unknown }) => void>();
  addEventListener(type: string, listener: (event: { data: unknown }) => void) {
    this.listeners.set(type, listener);
  }
  emit(type: string, data: unknown = '') {
    this.listeners.get(type)?.({ data });
  }
  readonly sent: string[] = [];
  closed = false;
  send(data: string) {
    this.sent.push(data);
  }
  close() {
    this.closed = true;
  }
  open() {
    this.emit('open');
  }
  answer(message: unknown) {
    this.emit('message', typeof message === 'string' ? message : JSON.stringify(message));
  }
  messages(): unknown[] {
    return this.sent.filter((text) => text !== 'ping').map((text) => JSON.parse(text) as unknown);
  }
}
