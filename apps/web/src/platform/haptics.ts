import { prefersStill } from './media.ts';

const patterns = { done: [14], result: [14, 50, 14] } as const;

/** Short vibration where the device has one and the user did not ask for reduced motion. */
export function vibrate(
  kind: keyof typeof patterns,
  device: Partial<Pick<Navigator, 'vibrate'>> = navigator,
  isStill: boolean = prefersStill(),
): void {
  if (!isStill) device.vibrate?.([...patterns[kind]]);
}
