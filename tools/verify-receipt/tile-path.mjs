// Names of the files of a log (C2SP tlog-tiles).

/** Path of a tile or bundle. */
export function pathOf(level, index, width) {
  let path = String(index % 1_000).padStart(3, '0');
  for (let rest = Math.floor(index / 1_000); rest > 0; rest = Math.floor(rest / 1_000))
    path = `x${String(rest % 1_000).padStart(3, '0')}/${path}`;
  return `tile/${level}/${path}${width < 256 ? `.p/${width}` : ''}`;
}
