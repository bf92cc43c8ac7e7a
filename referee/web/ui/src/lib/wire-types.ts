/** Made by scripts/ui_types.py from the OpenAPI document of the table: do not edit. */

export type ActOrder = {
  type: "act";
  action: Record<string, unknown>;
};

export type ActionState = {
  seq: number;
  label: Text;
  kind: "dice" | "fall" | "other";
  by: string;
  faces?: string[] | null;
  culprit?: number | null;
  seat?: number | null;
  piece?: Piece | null;
};

export type AnswerOrder = {
  type: "answer";
  question: number;
  value: string;
};

export type AutoplayRequest = {
  on: boolean;
  pace?: number;
};

export type AwaitCards = {
  type: "cards";
  zone: string;
  count: number;
  kinds: string[];
  seat?: number | null;
};

export type AwaitChoice = {
  type: "choice";
  seats: number[];
  prompt: string;
  secret?: boolean;
};

export type AwaitDice = {
  type: "dice";
  seat: number;
  count: number;
  kind: string;
  faces: string[];
};

export type AwaitPlacement = {
  type: "placement";
  seat: number;
  pieces: Piece[];
};

export type AwaitRemoval = {
  type: "removal";
  seat: number;
  tower: Piece[];
};

export type AwaitReset = {
  type: "reset";
  expected: Piece[];
};

export type AwaitStability = {
  type: "stability";
  seat: number;
  duration_s: number;
};

export type AwaitTally = {
  type: "tally";
  seats: number[];
  items: string;
};

export type BackupMade = {
  name: string;
};

export type Blame = {
  player_id: number | null;
  name: string;
  falls: number;
};

export type BohnanzaSeatView = {
  name: string;
  fields: Field[];
  has_third_field: boolean;
  hand: number;
  coins: number;
  aside: string[];
};

export type BohnanzaTableView = {
  game: string;
  edition: string;
  card_names: "a" | "b";
  duel: boolean;
  phase: "choosing" | "dealing" | "discarding" | "drawing" | "offer" | "over" | "planting" | "revealing" | "sowing";
  awaiting: AwaitDice | AwaitChoice | AwaitPlacement | AwaitStability | AwaitReset | AwaitRemoval | AwaitCards | AwaitTally | null;
  active: number;
  planted: number;
  seats: BohnanzaSeatView[];
  open_cards: string[];
  proposals: DealProposed[];
  draw: number;
  discard: number;
  discard_top: string | null;
  exhaustions: number;
  last_exhaustion: number;
  third_field_price: number;
  winners: number[];
};

export type CalibrationChange = {
  key: string;
  before: string;
  after: string;
};

export type CalibrationDeed = {
  deed: "abort" | "accept" | "help" | "repeat";
  step: number;
};

export type CalibrationMeter = {
  value: number;
  noise: number;
  unit: "counts" | "g";
};

export type CalibrationRequest = {
  part: "camera" | "dice" | "scale" | "tray";
  mass_g?: number | null;
  second_mass_g?: number | null;
  name?: string | null;
  kind?: string | null;
  faces?: string[];
};

export type CalibrationState = {
  phase: "aborted" | "asking" | "failed" | "idle" | "kept";
  parts?: ("camera" | "dice" | "scale" | "tray")[];
  dice?: DiceToTeach[];
  part?: "camera" | "dice" | "scale" | "tray" | null;
  step?: CalibrationStep | null;
  can_help?: boolean;
  told?: Text[];
  changes?: CalibrationChange[];
  can_restart?: boolean;
};

export type CalibrationStep = {
  number: number;
  count: number;
  name: string;
  ask: Text;
  live?: Text[];
  troubles?: Text[];
  advice?: Text[];
  can_accept?: boolean;
  picture?: number | null;
  meter?: CalibrationMeter | null;
  is_helped?: boolean;
};

export type CameraStatus = {
  state: string;
  findings?: Text[];
  is_tray_found?: boolean;
  tray_px?: ([number, number])[];
  dice?: DieBox[];
  width_px?: number;
  height_px?: number;
  rate_hz?: number;
};

export type Catalogue = {
  games: GameEntry[];
};

export type ChangeCulpritOrder = {
  type: "change-culprit";
  seq: number;
  culprit: number | null;
};

export type ChangeReadingOrder = {
  type: "change-reading";
  seq: number;
  faces: string[];
};

export type ChiSquare = {
  chi_square: number;
  degrees_of_freedom: number;
  p_value: number;
  is_enough: boolean;
};

export type Choice = {
  action: Record<string, unknown>;
  label: Text;
  seat: number | null;
};

export type ClaimRequest = {
  code: string;
  key: string;
};

export type ClaimView = {
  seat: number;
  tile: string;
};

export type CountdownState = {
  word: number;
  elapsed_s: number;
  duration_s: number;
};

export type DayCount = {
  day: string;
  games: number;
};

export type DealProposed = {
  type: "deal-proposed";
  seat: number;
  partner: number;
  proposal: number;
  cards: string[];
  received: string[];
  revealed?: number;
};

export type Deletion = {
  player_id: number;
  deleted_at: string;
  games: number;
};

export type DiceStatistics = {
  game: string;
  kind: string;
  rolled: number;
  faces: FaceCount[];
  test: ChiSquare;
};

export type DiceToTeach = {
  kind: string;
  faces: string[];
};

export type DieBox = {
  face: string;
  confidence: number;
  certainty: string;
  box_px: [number, number, number, number];
};

export type Done = {
  done?: boolean;
};

export type DoneOrder = {
  type: "done";
};

export type EditionNumbers = {
  numbers: Record<string, unknown>;
};

export type EventList = {
  seq: number;
  events: PublicEvent[];
};

export type EvidenceInfo = {
  name: string;
  about: string;
  seq: number | null;
  kept_at: string;
  files: string[];
};

export type FaceCount = {
  face: string;
  seen: number;
  expected: number;
};

export type FaultRequest = {
  device: string;
  fault: string;
  on: boolean;
};

export type FellOrder = {
  type: "fell";
};

export type Field = {
  card?: string;
  count?: number;
};

export type FigureView = {
  figure: string;
  space: number;
};

export type FineOrder = {
  type: "fine";
};

export type GameBegun = {
  id: number;
};

export type GameDetail = {
  record: GameSummary;
  options: Record<string, unknown>;
  timeline: TimelineEvent[];
  evidence: EvidenceInfo[];
};

export type GameEntry = {
  name: string;
  title: string;
  min_players: number;
  max_players: number;
  is_companion: boolean;
  variants: VariantInfo[];
  options: OptionInfo[];
  editions: string[];
  players: Record<string, number[]>;
  numbers: Record<string, unknown>;
};

export type GameInfo = {
  id: number;
  name: string;
  title: string;
  variant: string;
};

export type GamePage = {
  total: number;
  games: GameSummary[];
};

export type GameResult = {
  game_id: number;
  game: string;
  begun_at: string;
  duration_s: number;
  seats: string[];
  scores: number[];
  winners: number[];
  falls: number;
  longest_tower: number | null;
};

export type GameSummary = {
  id: number;
  game: string;
  title: string;
  variant: string;
  seats: string[];
  player_ids: (number | null)[];
  begun_at: string;
  ended_at: string | null;
  outcome: OutcomeState | null;
  is_under_way: boolean;
  damage?: Text | null;
};

export type GoByHandOrder = {
  type: "go-by-hand";
  device: "camera" | "panel" | "scale" | "voice";
};

export type HandsRequest = {
  deed: "axe" | "bump" | "clear" | "lean" | "lift" | "nudge" | "place" | "roll" | "take";
  care?: number;
  details?: Record<string, unknown>;
};

export type HaricotsSeatView = {
  name: string;
  hand: number;
  deck: number;
  is_out: boolean;
  chips: number;
};

export type HaricotsTableView = {
  game: string;
  mode: string;
  phase: "over" | "playing";
  awaiting: AwaitDice | AwaitChoice | AwaitPlacement | AwaitStability | AwaitReset | AwaitRemoval | AwaitCards | AwaitTally | null;
  round: number;
  first: number;
  active: number | null;
  to_beat: number;
  owner: number | null;
  are_high: boolean;
  table: PlayView[];
  played: Record<string, number>;
  aside: number;
  chips_to_win: number;
  seats: HaricotsSeatView[];
  winners: number[];
};

export type Health = {
  lights: HealthLight[];
};

export type HealthLight = {
  part: string;
  light: "green" | "off" | "red" | "yellow";
  text: Text;
  next?: Text | null;
};

export type HeightCount = {
  height: number;
  falls: number;
};

export type KioskState = {
  is_locked?: boolean;
  attract_after_s?: number;
};

export type LengthStatistics = {
  game: string;
  games: number;
  mean_s: number;
  median_s: number;
  shortest_s: number;
  longest_s: number;
};

export type Line = {
  chips: number[];
  negative: number[];
};

export type LoginRequest = {
  pin: string;
};

export type LongestTower = {
  height: number;
  game_id: number;
  begun_at: string;
};

export type MagicBeanstalkSeatView = {
  name: string;
  has_picked: boolean;
  card: number;
  played: number[];
  hand: number;
  pile: number;
  tokens: number;
  axe: boolean;
  sacks: number;
  total: number | null;
};

export type MagicBeanstalkTableView = {
  game: string;
  variant: "base" | "expert";
  gold: "digital" | "physical";
  phase: "axe" | "checking" | "counting" | "extra" | "over" | "picking" | "replanting" | "rerolling" | "returning" | "rewarding" | "rolling" | "stacking" | "starting";
  awaiting: AwaitDice | AwaitChoice | AwaitPlacement | AwaitStability | AwaitReset | AwaitRemoval | AwaitCards | AwaitTally | null;
  round: number;
  order: number[];
  active: number | null;
  bean: number;
  seats: MagicBeanstalkSeatView[];
  tower: Piece[];
  pool: number;
  cylinders: number;
  castle: number;
  deck: number;
  hand: string[];
  rolling: number;
  is_giant_awake: boolean;
  eye_holder: number | null;
  powers_used: number[];
  winners: number[];
};

export type NetworkRequest = {
  is_open: boolean;
  pin?: string;
};

export type NetworkState = {
  is_open: boolean;
  addresses: string[];
};

export type NewGame = {
  game: string;
  seats: SeatRequest[];
  options?: Record<string, unknown>;
};

export type NewPlayer = {
  name: string;
  colour?: string;
};

export type OptionInfo = {
  name: string;
  type: string;
  default: unknown;
  choices: unknown[];
};

export type OrderRefused = {
  why_not: Text;
  state: TableState;
  accepted?: boolean;
};

export type OrderRequest = {
  order: ActOrder | AnswerOrder | DoneOrder | FineOrder | FellOrder | UndoOrder | ChangeReadingOrder | ChangeCulpritOrder | GoByHandOrder;
  seen?: number | null;
};

export type OrderTaken = {
  seq: number;
  accepted?: boolean;
};

export type OutcomeState = {
  termination: string;
  winners: number[];
  scores: number[];
  treasures?: number[][];
};

export type Piece = {
  kind: string;
  face?: string | null;
  seat?: number | null;
};

export type PinRequest = {
  new: string;
  old?: string;
};

export type Play = {
  game_id: number;
  game: string;
  begun_at: string;
  duration_s: number;
  termination: string;
  players: number;
  seat: number;
  name: string;
  player_id: number | null;
  score: number;
  is_winner: boolean;
  falls_caused: number;
  falls: number;
  longest_tower: number | null;
  actions: number;
  table: string;
};

export type PlayView = {
  seat: number;
  cards: string[];
  value: number;
};

export type PlayerChange = {
  name?: string | null;
  colour?: string | null;
};

export type PlayerDeleted = {
  games: number;
  copies: string[];
};

export type PlayerExport = {
  player: PlayerInfo;
  games: Play[];
};

export type PlayerInfo = {
  id: number;
  name: string;
  colour: string;
  created_at: string;
};

export type PlayerList = {
  players: PlayerInfo[];
};

export type PlayerStatistics = {
  player_id: number | null;
  name: string;
  games: number;
  wins: number;
  win_share: number;
  mean_score: number;
  best_score: number;
  falls: number;
};

export type Privacy = {
  camera?: "open" | "operator" | "players";
  results?: "open" | "operator" | "players";
  whole_pictures?: boolean;
};

export type PrivacyInfo = {
  settings: Privacy;
  is_on_server: boolean;
  deletions: Deletion[];
};

export type Problem = {
  why_not: Text;
  detail?: string;
};

export type PublicEvent = {
  seq: number;
  at: string;
  cause: number | null;
  type: string;
  data: Record<string, unknown>;
  text: Text | null;
};

export type QuestionOption = {
  value: string;
  label: Text;
};

export type QuestionState = {
  number: number;
  topic: "axe" | "count" | "face" | "fall" | "plate" | "which-die";
  text: Text;
  options: QuestionOption[];
  has_picture: boolean;
  ends_in_s: number | null;
  otherwise: string;
};

export type ReplayState = {
  evidence: string;
  about: string;
  seq: number | null;
};

export type ScaleMessage = {
  samples: ScaleSample[];
};

export type ScaleSample = {
  number: number;
  at_s: number;
  grams: number | null;
  felt?: string;
};

export type ScaleStatus = {
  state: string;
  findings?: Text[];
  grams?: number | null;
  rate_hz?: number;
  firmware?: string;
};

export type ScreenRequest = {
  key: string;
};

export type SeatInfo = {
  seat: number;
  name: string;
  colour: string;
  shape: string;
  is_claimed: boolean;
  player_id: number | null;
  digits?: string;
};

export type SeatRequest = {
  name: string;
  player_id?: number | null;
};

export type Settings = {
  language?: "en" | "fr";
  voice?: boolean;
  volume?: number;
  muted?: boolean;
  countdown_s?: number | null;
  kiosk?: KioskState;
  privacy?: Privacy;
};

export type SheetSeatView = {
  name: string;
  chips: number;
  negative: number;
  points: number;
};

export type SheetView = {
  game: string;
  mode: string;
  phase: "over" | "writing";
  awaiting: AwaitDice | AwaitChoice | AwaitPlacement | AwaitStability | AwaitReset | AwaitRemoval | AwaitCards | AwaitTally | null;
  rounds: Line[];
  chips_left: number;
  points_left: number;
  seats: SheetSeatView[];
  winners: number[];
};

export type SpaceView = {
  space: number;
  rewards: number[];
  fines: number;
};

export type SpookiesSeatView = {
  name: string;
  chips: number;
  joker: boolean;
  bonus: number;
  total: number | null;
};

export type SpookiesTableView = {
  game: string;
  variant: "free-choice" | "standard";
  chips: "digital" | "physical";
  phase: "continuing" | "counting" | "dice" | "figure" | "fines" | "friend" | "ghost" | "joker" | "over" | "rolling";
  awaiting: AwaitDice | AwaitChoice | AwaitPlacement | AwaitStability | AwaitReset | AwaitRemoval | AwaitCards | AwaitTally | null;
  active: number;
  seats: SpookiesSeatView[];
  figures: FigureView[];
  spaces: SpaceView[];
  reserve: number;
  box: number;
  ghost: number | null;
  figure: string | null;
  dice: number;
  faces: string[];
  result: number | null;
  goal: number | null;
  winners: number[];
};

export type StateMessage = {
  type: "state";
  state: TableState;
  events?: PublicEvent[];
};

export type Statistics = {
  games: number;
  players: PlayerStatistics[];
  days: DayCount[];
  results: GameResult[];
  lengths: LengthStatistics[];
  towers: TowerStatistics | null;
  dice: DiceStatistics[];
  left_out?: number;
};

export type SurvivalStep = {
  height: number;
  at_risk: number;
  fell: number;
  share: number;
};

export type TableInfo = {
  name: string;
  is_simulated: boolean;
  language: string;
  has_operator_pin: boolean;
  kiosk: KioskState;
  screen_volume?: number | null;
  addresses?: string[];
};

export type TableState = {
  seq: number;
  change: number;
  now_s: number;
  phase: "idle" | "over" | "playing";
  table: TableInfo;
  game: GameInfo | null;
  seats: SeatInfo[];
  you: You;
  view: BohnanzaTableView | HaricotsTableView | SheetView | MagicBeanstalkTableView | SpookiesTableView | TilesTableView | null;
  awaiting: AwaitDice | AwaitChoice | AwaitPlacement | AwaitStability | AwaitReset | AwaitRemoval | AwaitCards | AwaitTally | null;
  moment: string;
  seat: number | null;
  prompt: Text | null;
  choices: Choice[];
  question: QuestionState | null;
  countdown: CountdownState | null;
  dice: TrayDieState[];
  troubles: TroubleState[];
  unsaved: Text | null;
  actions: ActionState[];
  can_undo: boolean;
  replays: ReplayState[];
  outcome: OutcomeState | null;
  told: ToldState[];
};

export type Text = {
  en: string;
  fr: string;
};

export type TilesSeatView = {
  name: string;
  tiles: string[];
  points: number;
};

export type TilesTableView = {
  game: string;
  host: "karuba" | "odyssee-land";
  phase: "claimed" | "drawing" | "open" | "over";
  awaiting: AwaitDice | AwaitChoice | AwaitPlacement | AwaitStability | AwaitReset | AwaitRemoval | AwaitCards | AwaitTally | null;
  seats: TilesSeatView[];
  left: string[];
  gone: string[];
  claims: ClaimView[];
};

export type TimelineEvent = {
  event: PublicEvent;
  is_live: boolean;
};

export type Token = {
  token: string;
  expires_in_s?: number | null;
};

export type ToldMessage = {
  type: "told";
  told: ToldState[];
};

export type ToldState = {
  at_s: number;
  topic: string;
  text: Text;
};

export type TowerStatistics = {
  towers: number;
  falls: number;
  heights: HeightCount[];
  survival: SurvivalStep[];
  blame: Blame[];
  longest: LongestTower;
};

export type TrayDieState = {
  face: string;
  certainty: string;
  cutout: string;
};

export type TroubleState = {
  device: string;
  text: Text;
  is_by_hand: boolean;
};

export type TwinFault = {
  device: string;
  fault: string;
  on: boolean;
};

export type TwinState = {
  deeds?: string[];
  pieces?: string[];
  faults?: TwinFault[];
  autoplay?: boolean;
  pace?: number;
};

export type UndoOrder = {
  type: "undo";
  seq?: number | null;
};

export type VariantInfo = {
  name: string;
  options: Record<string, unknown>;
};

export type You = {
  role: "operator" | "seat" | "spectator";
  seat: number | null;
  may_act: boolean;
  may_operate: boolean;
  may_report?: boolean;
  may_answer?: boolean;
};
