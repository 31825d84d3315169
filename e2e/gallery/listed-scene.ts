import type { Language } from '@candor/contracts/languages';

/** One scene as the gallery lists it. */
export interface ListedScene {
  readonly name: string;
  /** English title of the screen that the scene opens. */
  readonly screen: string;
  /** Name of the plain scene that this one shows in another theme or language; its own name if plain. */
  readonly state: string;
  readonly theme: 'light' | 'dark';
  readonly language: Language;
  readonly device: 'phone' | 'desk';
  /** True if the scene's app has every language and a dark theme. */
  readonly hasWays: boolean;
  readonly width: number;
  readonly height: number;
  readonly hasGolden: boolean;
}
