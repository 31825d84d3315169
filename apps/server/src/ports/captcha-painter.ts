export interface CaptchaPainter {
  /** Letters it can paint and a person can tell apart. */
  readonly alphabet: string;
  /** A picture of `text` that a program reads badly, as a data URL; networks share the painter evenly. */
  paint(text: string, network: string): Promise<string>;
}
