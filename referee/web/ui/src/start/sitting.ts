/** Who sits down before a game begins; a guest has no profile. */
export type Sitting = { key: number; name: string; player_id: number | null };

/** The game that was just played, for whoever wants to play it once more. */
export const again: { game: string; seats: Omit<Sitting, "key">[] } = { game: "", seats: [] };
