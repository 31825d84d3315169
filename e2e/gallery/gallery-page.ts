import type { SceneReport } from './frame-commands.ts';
import type { ListedScene } from './listed-scene.ts';

/** Script of the gallery's page: the list with its filters, and the frame with the chosen scene. */
interface Choice {
  readonly scene: string;
  readonly theme: string;
  readonly language: string;
  readonly size: string;
  readonly golden: boolean;
}

function part<Part extends Element>(selector: string, kind: new () => Part): Part {
  const found = document.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`The gallery's page has no ${selector}.`);
  return found;
}

const filter = part('#filter', HTMLFormElement);
const way = part('#way', HTMLFormElement);
const frame = part('#scene', HTMLIFrameElement);
const stateLine = part('#state', HTMLElement);

const { scenes, languages } = (await (await fetch('/scenes.json')).json()) as {
  readonly scenes: readonly ListedScene[];
  readonly languages: readonly { readonly code: string; readonly name: string }[];
};
const states = scenes.filter(({ name, state }) => name === state);

function field(form: HTMLFormElement, name: string): string | undefined {
  const value = new FormData(form).get(name);
  return value === null ? undefined : String(value);
}

function addOptions(select: HTMLSelectElement, options: readonly (readonly [value: string, text: string])[]): void {
  select.append(...options.map(([value, text]) => new Option(text, value)));
}

/** Reads the choice from the address, so that it can be shared and reloaded. */
function choice(): Choice {
  const kept = new URLSearchParams(location.hash.slice(1));
  const asked = scenes.find(({ name }) => name === kept.get('scene')) ?? scenes[0];
  return {
    scene: asked?.state ?? '',
    theme: kept.get('theme') ?? asked?.theme ?? 'light',
    language: kept.get('language') ?? asked?.language ?? 'en',
    size: kept.get('size') ?? '',
    golden: kept.get('golden') === '1',
  };
}

function addressOf({ golden, ...texts }: Choice): string {
  return `#${new URLSearchParams({ ...texts, golden: golden ? '1' : '' }).toString()}`;
}

function showList(): void {
  const [text, screen, device] = ['text', 'screen', 'device'].map((name) => (field(filter, name) ?? '').toLowerCase());
  const shown = states.filter(
    (one) =>
      `${one.name} ${one.screen}`.toLowerCase().includes(text ?? '') &&
      (screen === '' || one.screen.toLowerCase() === screen) &&
      (device === '' || one.device === device),
  );
  const now = choice();
  const groups = new Map<string, HTMLElement[]>();
  for (const one of shown) {
    const link = document.createElement('a');
    link.href = addressOf({ ...now, scene: one.name });
    link.textContent = one.device === 'desk' ? `${one.name} (desk)` : one.name;
    if (one.name === now.scene) link.setAttribute('aria-current', 'page');
    const heading = document.createElement('h2');
    heading.textContent = one.screen;
    groups.set(one.screen, [...(groups.get(one.screen) ?? [heading]), link]);
  }
  part('#list', HTMLElement).replaceChildren(...[...groups.values()].flat());
  part('#count', HTMLElement).textContent =
    `${shown.length} of ${states.length} states; a trader’s in ${languages.length} languages, light and dark`;
}

/** Longest wait for a scene's first report, and for its end after that. */
const reportsWithinMs = 60_000;
let overdue: ReturnType<typeof setTimeout> | undefined;

function showState(state: SceneReport['candorScene'], reason = ''): void {
  clearTimeout(overdue);
  stateLine.dataset['state'] = state;
  stateLine.textContent = { playing: 'Playing…', ready: 'Ready', failed: `Failed: ${reason}` }[state];
  if (state !== 'playing') return;
  const late = `no report from the scene for ${reportsWithinMs / 1_000} s; the browser's console may say why`;
  overdue = setTimeout(() => showState('failed', late), reportsWithinMs);
}

function showScene(): void {
  const now = choice();
  const one = states.find(({ name }) => name === now.scene);
  if (one === undefined) return;
  const query = new URLSearchParams({ scene: now.scene, theme: now.theme, language: now.language });
  const place = `/open?${query.toString()}`;
  showState('playing');
  frame.src = place;
  part('#alone', HTMLAnchorElement).href = place;
  showSize(one, now.size);
  showGolden(one, now);
}

function showSize(one: ListedScene, size: string): void {
  const [width, height] = size === '' ? [one.width, one.height] : size.split('x').map(Number);
  frame.width = String(width);
  frame.height = String(height);
}

function showGolden(one: ListedScene, { theme, language, golden }: Choice): void {
  const same = scenes.find((other) => other.state === one.name && other.theme === theme && other.language === language);
  const figure = part('#golden', HTMLElement);
  figure.hidden = !golden || same?.hasGolden !== true;
  const picture = part('#golden img', HTMLImageElement);
  if (same !== undefined && !figure.hidden) picture.src = `/golden/${same.name}.png`;
  picture.width = one.width;
}

function showForm(): void {
  const { scene, theme, language, size, golden } = choice();
  for (const [name, value] of Object.entries({ theme, language, size }))
    part(`#way [name=${name}]`, HTMLSelectElement).value = value;
  part('#way [name=golden]', HTMLInputElement).checked = golden;
  const hasWays = states.find(({ name }) => name === scene)?.hasWays !== false;
  for (const name of ['theme', 'language']) part(`#way [name=${name}]`, HTMLSelectElement).disabled = !hasWays;
}

const screens = [...new Set(states.map(({ screen }) => screen))].toSorted();
addOptions(
  part('#filter [name=screen]', HTMLSelectElement),
  screens.map((screen) => [screen, screen]),
);
addOptions(
  part('#way [name=language]', HTMLSelectElement),
  languages.map(({ code, name }) => [code, name]),
);
let shown = choice();
showForm();
showList();
showScene();

filter.addEventListener('input', showList);
way.addEventListener('change', () => {
  const before = choice();
  // A disabled field is not in the form data.
  const chosen = (name: 'theme' | 'language' | 'size') => field(way, name) ?? before[name];
  const texts = { theme: chosen('theme'), language: chosen('language'), size: chosen('size') };
  location.hash = addressOf({ ...before, ...texts, golden: field(way, 'golden') === 'on' });
});
window.addEventListener('hashchange', () => {
  const now = choice();
  const one = states.find(({ name }) => name === now.scene);
  const isSame = (['scene', 'theme', 'language'] as const).every((name) => now[name] === shown[name]);
  shown = now;
  showForm();
  showList();
  if (!isSame) showScene();
  else if (one !== undefined) {
    showSize(one, now.size);
    showGolden(one, now);
  }
});
part('#again', HTMLButtonElement).addEventListener('click', showScene);
window.addEventListener('message', ({ data, source }: MessageEvent<SceneReport>) => {
  if (source !== frame.contentWindow || data.candorScene === undefined) return;
  showState(data.candorScene, data.reason);
});
