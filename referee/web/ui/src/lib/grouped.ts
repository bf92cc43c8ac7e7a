/** Things with the same key together, in the order they come in; what has no key is left out. */
export function grouped<T>(
  things: T[],
  keyOf: (thing: T) => string | undefined,
): Map<string, [T, ...T[]]> {
  const found = new Map<string, [T, ...T[]]>();
  for (const thing of things) {
    const key = keyOf(thing);
    if (key === undefined) continue;
    const same = found.get(key);
    if (same) same.push(thing);
    else found.set(key, [thing]);
  }
  return found;
}
