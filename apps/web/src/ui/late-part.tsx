import type { ComponentType } from 'react';
import { use } from 'react';

/** A part of the app whose file did not come. */
export class PartMissing extends Error {
  override readonly name = 'PartMissing';
  /** Asks for the file again: whether it is there now. */
  readonly askAgain: () => Promise<boolean>;
  /** Nobody is told of it any more: whoever wants the part next asks for its file. */
  readonly forget: () => void;

  constructor(cause: unknown, { askAgain, forget }: Pick<PartMissing, 'askAgain' | 'forget'>) {
    super('A part of the app did not load', { cause });
    this.askAgain = askAgain;
    this.forget = forget;
  }
}

interface LatePart<Props> {
  (props: Props): React.ReactNode;
  /** For the router, which asks as soon as it knows where one is going. */
  readonly preload: () => Promise<void>;
}

/**
 * A component whose file is loaded when it is wanted. One that did not come can be asked for again: React's `lazy` fails
 * for as long as the page is open, and the router's loads the page anew by itself (R-SCR-61).
 */
export function latePart<Name extends string, Props extends object>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
): LatePart<Props> {
  let Part: ComponentType<Props> | null = null;
  let loading: Promise<boolean> | null = null;
  let missing: PartMissing | null = null;

  async function ask(): Promise<boolean> {
    try {
      Part = (await load())[name];
      missing = null;
    } catch (error) {
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
