/** Resolves after a time: the pace of orders and faults, and how long a fault lasts. */
export function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
