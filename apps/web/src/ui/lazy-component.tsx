import type { ComponentType } from 'react';
import { use } from 'react';
import { loadRestOfLanguage } from '../i18n/text.ts';

/** A part of the app whose file could not be loaded. */
export class PartMissing extends Error {
  override readonly name = 'PartMissing';
  /** Requests the file again; resolves to true if it is loaded now. */
  readonly askAgain: () => Promise<boolean>;
  /** Resets the failure: the next render requests the file again. */
  readonly forget: () => void;

  constructor(cause: unknown, { askAgain, forget }: Pick<PartMissing, 'askAgain' | 'forget'>) {
    super('A part of the app did not load', { cause });
    this.askAgain = askAgain;
    this.forget = forget;
  }
}

interface LazyComponent<Props> {
  (props: Props): React.ReactNode;
  /** Loads the file; the router calls it as soon as it knows the next page. */
  readonly preload: () => Promise<void>;
}

/**
 * Component whose file is loaded on first use. A failed load can be retried: React's `lazy` fails for as long as the
 * page is open, and the router's reloads the page by itself (R-SCR-61).
 */
export function lazyComponent<Name extends string, Props extends object>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
): LazyComponent<Props> {
  let Part: ComponentType<Props> | null = null;
  let loading: Promise<boolean> | null = null;
  let missing: PartMissing | null = null;
  let hasFailed = false;

  async function ask(): Promise<boolean> {
    try {
      if (hasFailed) await loadMissingSheets();
      const [loaded] = await Promise.all([load(), loadRestOfLanguage()]);
      Part = loaded[name];
      missing = null;
    } catch (error) {
      hasFailed = true;
      missing = new PartMissing(error, { askAgain: askOnce, forget });
    }
    loading = null;
    return missing === null;
  }

  function askOnce(): Promise<boolean> {
    loading ??= ask();
    return loading;
  }

  function forget(): void {
    missing = null;
  }

  function Late(props: Props) {
    if (Part !== null) return <Part {...props} />;
    if (missing !== null && loading === null) throw missing;
    use(askOnce());
    return null;
  }
  const preload = async () => {
    if (Part === null) await askOnce();
  };
  return Object.assign(Late, { preload });
}

/** Requests style sheets again that did not load: the loader asks for each one only once. */
async function loadMissingSheets(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
  await Promise.all(links.filter(({ sheet }) => sheet === null).map(loadAgain));
}

function loadAgain(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const again = link.cloneNode() as HTMLLinkElement;
    again.addEventListener('load', () => resolve());
    again.addEventListener('error', () => reject(new Error(`${link.href} did not load`)));
    link.after(again);
  });
}
