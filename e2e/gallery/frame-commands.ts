/** Text to match: a substring in either letter case, the whole text, or a regular expression. */
export type TextMatch =
  | { readonly text: string; readonly isExact: boolean }
  | { readonly source: string; readonly flags: string };

/** One step in finding a part of the page, from the parts of the previous step. */
export type PartStep =
  | { readonly by: 'css'; readonly selector: string }
  | { readonly by: 'role'; readonly role: string; readonly name: TextMatch | null }
  | { readonly by: 'text' | 'label'; readonly match: TextMatch }
  | { readonly by: 'place'; readonly at: 'first' | 'last' }
  | { readonly by: 'frame'; readonly selector: string };

export interface FrameFile {
  readonly name: string;
  readonly mimeType: string;
  readonly base64: string;
}

/** State of a part to wait for. */
export type PartState = 'attached' | 'detached' | 'visible' | 'hidden';

/** Progress of a scene. */
export type SceneState = 'playing' | 'ready' | 'failed';

/** One action in the frame of a scene; each waits for its part. */
export type FrameAction =
  | { readonly do: 'wait'; readonly steps: readonly PartStep[]; readonly state: PartState }
  | { readonly do: 'click' | 'focus' | 'scroll'; readonly steps: readonly PartStep[] }
  | { readonly do: 'fill'; readonly steps: readonly PartStep[]; readonly text: string }
  | { readonly do: 'press'; readonly steps: readonly PartStep[]; readonly key: string }
  | { readonly do: 'files'; readonly steps: readonly PartStep[]; readonly files: readonly FrameFile[] }
  | { readonly do: 'evaluate' | 'waitForFunction'; readonly source: string; readonly argument: unknown }
  | { readonly do: 'reload' }
  | { readonly do: 'report'; readonly state: SceneState; readonly reason: string };

export type FrameCommand = FrameAction & { readonly id: number };

/** Message of the frame to the gallery: document loaded, error thrown, or answer to a command. */
export type FrameMessage =
  | { readonly type: 'loaded' }
  | { readonly type: 'thrown'; readonly text: string }
  | { readonly type: 'answer'; readonly id: number; readonly result?: unknown; readonly error?: string };

/** Message of a scene's frame to the page around it. */
export interface SceneReport {
  readonly candorScene: SceneState;
  readonly reason: string;
}

/** Facts that the gallery writes into the page of a scene, before any script of the app. */
export interface SceneSetup {
  readonly now: number;
  readonly timeZone: string;
  readonly insets: { readonly top: number; readonly bottom: number };
  /** Id of the room that shows the scene. */
  readonly room?: string;
  /** Entries of `localStorage` and `sessionStorage` that the scene starts with. */
  readonly local: Readonly<Record<string, string>>;
  readonly session: Readonly<Record<string, string>>;
}
