/** True if two plain values have the same fields with the same values. */
export function isSameValue(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every((key) =>
    isSameValue((left as Record<string, unknown>)[key], (right as Record<string, unknown>)[key]),
  );
}
