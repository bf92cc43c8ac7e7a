/** The faces a die of a game can show, for entering a reading by hand. */

const BEANSTALK = ["eye", "die", "treasure", "trunk"];
const PIPS = ["1", "2", "3", "4", "5", "6"];
const FRIENDS = ["kracko", "bonflair", "anna", "duffy", "poppy", "question"];

export function facesOf(game: string, seen: string[]): string[] {
  if (game === "magic-beanstalk") return BEANSTALK;
  return seen.some((face) => FRIENDS.includes(face)) ? FRIENDS : PIPS;
}

/** Whether this face belongs to the friend die of Spookies. */
export function isFriend(game: string, face: string): boolean {
  return game === "spookies" && FRIENDS.includes(face);
}
