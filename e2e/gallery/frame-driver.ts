import type {
  FrameCommand,
  FrameFile,
  FrameMessage,
  PartState,
  PartStep,
  SceneReport,
  SceneSetup,
} from './frame-commands.ts';
import { findParts, isVisible } from './frame-parts.ts';

/**
 * Script in the page of a scene, before the app's scripts: sets the device up for the scene, and runs the gallery's
 * commands as touch and keyboard input.
 */
declare global {
  interface Window {
    candorScene?: SceneSetup;
  }
}

const patienceMs = 10_000;
const pollMs = 25;

function setUp({ now, timeZone, insets, local, session, room = '' }: SceneSetup): void {
  // The port of a room, and with it the storage, may have been that of an earlier one.
  if (sessionStorage.getItem('candor.gallery') !== room) {
    localStorage.clear();
    sessionStorage.clear();
    sessionStorage.setItem('candor.gallery', room);
    for (const [key, value] of Object.entries(local)) localStorage.setItem(key, value);
    for (const [key, value] of Object.entries(session)) sessionStorage.setItem(key, value);
  }
  fixTime(now, timeZone);
  // Scenes must not load from a service worker's cache, and a worker would outlive its scene.
  Object.defineProperty(navigator, 'serviceWorker', { value: undefined });
  openStrangersHere();
  const style = document.createElement('style');
  style.textContent = `:root{--safe-top:${insets.top}px!important;--safe-bottom:${insets.bottom}px!important}`;
  document.documentElement.append(style);
}

/** Stops the clock at the scene's time and zone; timers still run. */
function fixTime(now: number, timeZone: string): void {
  window.Date = new Proxy(Date, {
    construct: (date, values, made) => Reflect.construct(date, values.length === 0 ? [now] : values, made) as Date,
    get: (date, key) => (key === 'now' ? () => now : Reflect.get(date, key)),
  });
  const make = (format: typeof Intl.DateTimeFormat, [locales, options]: ConstructorParameters<typeof format>) =>
    new format(locales, { timeZone, ...options });
  Intl.DateTimeFormat = new Proxy(Intl.DateTimeFormat, {
    construct: (format, values) => make(format, values as []),
    apply: (format, _, values) => make(format, values as []),
  });
}

/** Lets the gallery answer frames of other origins, so that no request leaves this machine. */
function openStrangersHere(): void {
  const setAttribute = Element.prototype.setAttribute;
  HTMLIFrameElement.prototype.setAttribute = function setSource(name: string, value: string) {
    const isStrange = name === 'src' && new URL(value, location.href).origin !== location.origin;
    setAttribute.call(this, name, isStrange ? `/gallery/elsewhere?url=${encodeURIComponent(value)}` : value);
  };
}

/** Repeats the attempt until it returns a result; throws after `patienceMs`. */
async function eventually<Result>(attempt: () => Result | undefined, title: string): Promise<Result> {
  const end = performance.now() + patienceMs;
  for (let reason = ''; ; ) {
    try {
      const result = attempt();
      if (result !== undefined) return result;
    } catch (error) {
      reason = `: ${String(error)}`;
    }
    if (performance.now() > end) throw new Error(`${title} did not come about within ${patienceMs / 1000} s${reason}`);
    await new Promise((done) => setTimeout(done, pollMs));
  }
}

/** Waits for exactly one part that matches the steps and is ready. */
function onePart(steps: readonly PartStep[], isReady: (part: HTMLElement) => boolean): Promise<HTMLElement> {
  return eventually(() => {
    const found = findParts(steps) as HTMLElement[];
    if (found.length > 1) throw new Error(`${found.length} parts match`);
    const [part] = found;
    return part !== undefined && isReady(part) ? part : undefined;
  }, JSON.stringify(steps));
}

function waitFor(steps: readonly PartStep[], state: PartState): Promise<true> {
  return eventually(
    () => {
      const [part] = findParts(steps);
      const isThere = part !== undefined && (state === 'attached' || state === 'detached' || isVisible(part));
      return isThere === (state === 'attached' || state === 'visible') ? true : undefined;
    },
    `${state}: ${JSON.stringify(steps)}`,
  );
}

const isUsable = (part: Element) => isVisible(part) && !part.matches(':disabled, [aria-disabled=true]');

async function click(steps: readonly PartStep[]): Promise<void> {
  let before = '';
  const part = await onePart(steps, (found) => {
    if (!isUsable(found)) return false;
    found.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    const place = JSON.stringify(found.getBoundingClientRect());
    const isStill = place === before;
    before = place;
    const hit = hitAt(found);
    return isStill && hit !== null && (found.contains(hit) || hit.contains(found));
  });
  const target = hitAt(part) ?? part;
  const { x, y, width, height } = part.getBoundingClientRect();
  const at = { bubbles: true, cancelable: true, composed: true, clientX: x + width / 2, clientY: y + height / 2 };
  const finger = { ...at, pointerId: 1, pointerType: 'mouse', isPrimary: true, button: 0 };
  target.dispatchEvent(new PointerEvent('pointerdown', { ...finger, buttons: 1 }));
  if (target.dispatchEvent(new MouseEvent('mousedown', { ...at, buttons: 1 })))
    target.closest<HTMLElement>('a,button,input,select,textarea,[tabindex]')?.focus({ preventScroll: true });
  target.dispatchEvent(new PointerEvent('pointerup', finger));
  target.dispatchEvent(new MouseEvent('mouseup', at));
  target.dispatchEvent(new MouseEvent('click', { ...at, detail: 1 }));
}

function hitAt(part: Element): Element | null {
  const { x, y, width, height } = part.getBoundingClientRect();
  return document.elementFromPoint(x + width / 2, y + height / 2);
}

async function fill(steps: readonly PartStep[], text: string): Promise<void> {
  const part = (await onePart(steps, isUsable)) as HTMLInputElement;
  part.focus();
  const field = part instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  // React ignores values set through the element, so the prototype's setter is used.
  Object.getOwnPropertyDescriptor(field.prototype, 'value')?.set?.call(part, text);
  part.dispatchEvent(new InputEvent('input', { bubbles: true, data: text, inputType: 'insertText' }));
  part.dispatchEvent(new Event('change', { bubbles: true }));
}

async function press(steps: readonly PartStep[], key: string): Promise<void> {
  const part = await onePart(steps, isUsable);
  part.focus();
  const facts = { key, code: key, bubbles: true, cancelable: true, composed: true };
  const goesOn = part.dispatchEvent(new KeyboardEvent('keydown', facts));
  if (goesOn && key === 'Enter' && part instanceof HTMLInputElement) part.form?.requestSubmit();
  part.dispatchEvent(new KeyboardEvent('keyup', facts));
}

async function giveFiles(steps: readonly PartStep[], files: readonly FrameFile[]): Promise<void> {
  const input = (await onePart(steps, () => true)) as HTMLInputElement;
  const given = new DataTransfer();
  for (const { name, mimeType, base64 } of files) {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    given.items.add(new File([bytes], name, { type: mimeType }));
  }
  input.files = given.files;
  input.dispatchEvent(new Event('input', { bubbles: true }));
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Makes a function of this page from the source of a gallery function. */
function functionOf(source: string): (argument: unknown) => unknown {
  // oxlint-disable-next-line typescript/no-implied-eval -- functions of the gallery, sent as source.
  return new Function(`return (${source})`)() as (argument: unknown) => unknown;
}

async function carryOut(command: FrameCommand): Promise<unknown> {
  switch (command.do) {
    case 'wait':
      return waitFor(command.steps, command.state);
    case 'click':
      return click(command.steps);
    case 'focus':
      return (await onePart(command.steps, () => true)).focus();
    case 'scroll':
      return (await onePart(command.steps, isVisible)).scrollIntoView({ block: 'nearest', behavior: 'instant' });
    case 'fill':
      return fill(command.steps, command.text);
    case 'press':
      return press(command.steps, command.key);
    case 'files':
      return giveFiles(command.steps, command.files);
    case 'evaluate':
      return functionOf(command.source)(command.argument);
    case 'waitForFunction':
      return eventually(() => (functionOf(command.source)(command.argument) ? true : undefined), command.source);
    case 'reload':
      return location.reload();
    case 'report': {
      document.documentElement.dataset['scene'] = command.state;
      document.documentElement.dataset['sceneReason'] = command.reason;
      const report: SceneReport = { candorScene: command.state, reason: command.reason };
      return parent.postMessage(report, '*');
    }
  }
}

function connect(): void {
  const line = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/gallery/line`);
  const say = (message: FrameMessage) => line.send(JSON.stringify(message));
  line.addEventListener('open', () => {
    if (document.readyState === 'complete') say({ type: 'loaded' });
    else window.addEventListener('load', () => say({ type: 'loaded' }));
    window.addEventListener('error', ({ message }) => say({ type: 'thrown', text: message }));
  });
  line.addEventListener('message', ({ data }) => {
    const command = JSON.parse(String(data)) as FrameCommand;
    carryOut(command).then(
      (result) => say({ type: 'answer', id: command.id, result: result ?? null }),
      (error: unknown) => say({ type: 'answer', id: command.id, error: String(error) }),
    );
  });
}

// Helper that esbuild calls to name functions.
Object.assign(window, { __name: (named: unknown) => named });
if (window.candorScene !== undefined) setUp(window.candorScene);
connect();
