/** Who sits down before a game begins; a guest has no profile. */
export type Sitting = { key: number; name: string; player_id: number | null };
