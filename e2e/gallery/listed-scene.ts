import type { Language } from '@candor/contracts/languages';

/** One scene as the gallery lists it. */
export interface ListedScene {
  readonly name: string;
  /** English title of the screen that the scene opens. */
  readonly screen: string;
  /** Scene that this one shows in another theme or language; its own name if it is the plain one. */
  readonly state: string;
  readonly theme: 'light' | 'dark';
  readonly language: Language;
  readonly device: 'phone' | 'desk';
  /** True if the app of the scene speaks every language, and has a dark theme. */
  readonly hasWays: boolean;
  readonly width: number;
  readonly height: number;
  readonly hasGolden: boolean;
}
