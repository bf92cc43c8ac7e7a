/** What an address says besides its path. */

/** What stands behind the # of the address, which no server sees; it is taken out of the address. */
export function inHash(name: string): string | null {
  const found = new URLSearchParams(location.hash.slice(1)).get(name);
  if (found !== null) history.replaceState(null, "", location.pathname + location.search);
  return found;
}

/** What is given, as the part of an address behind the question mark. */
export function queryOf(asked: Record<string, string>): string {
  return new URLSearchParams(Object.entries(asked).filter(([, value]) => value)).toString();
}
