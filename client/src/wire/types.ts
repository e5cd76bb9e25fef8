// The messages of the house, made from its own types:
// python -m ludotheque.house.api.typescript. Not to be edited.
// deno-fmt-ignore-file

/** The token of a link; name and password of a new account, or a new password. */
export interface Acceptance {
  readonly token: string;
  readonly name?: string;
  readonly password?: string;
}

/** A table in the host's list. */
export interface AdminTable {
  readonly table: string;
  readonly game: string;
  readonly status: string;
  readonly public: boolean;
  readonly created: number;
  readonly changed: number;
  readonly names: readonly string[];
}

/** A page of all tables, the newest first. */
export interface AdminTables {
  readonly tables: readonly AdminTable[];
  readonly next: string;
}

/** A move one could play: in notation, in words, why, and the pieces to click for it. */
export interface Advice {
  readonly text: string;
  readonly label: string;
  readonly reason: string;
  readonly path: readonly string[];
  readonly spoken?: string;
}

/** An analysis, or how far it is; its lists are empty before it is done. */
export interface AnalysisView {
  readonly status: "done" | "failed" | "running";
  readonly progress: number;
  readonly chances: readonly (readonly number[])[];
  readonly decisions: readonly DecisionView[];
  readonly moments: readonly number[];
  readonly luck: readonly LuckEffect[];
  readonly bots: readonly string[];
}

/** A line that is shown to everybody. */
export interface Announcement {
  readonly id: string;
  readonly text: string;
  readonly created: number;
  readonly expires: number;
}

/** Agree to the proposal, or reject it. */
export interface Answer {
  readonly type: "answer";
  readonly yes: boolean;
  readonly id?: number;
}

/** A part of the table. */
export interface Area {
  readonly id: string;
  readonly kind: string;
  readonly label: string;
  readonly seat: number;
  readonly size: readonly [number, number];
  readonly counters: readonly Counter[];
  readonly acting: boolean;
  readonly tip: string;
}

export type Ask = Sit | Rise | Engage | Free | ChooseRated | Start | Play | WhyNot | Hint | Say | Mute | SetBotPace | Rematch | Takeback | ChangePace | TakeLeave | Answer | Resign | Speak | Ping;

/** The body of a request for leave at all tables; without days, one comes back. */
export interface AskedLeave {
  readonly first?: string | null;
  readonly last?: string | null;
}

/** A move that is tried. */
export interface Attempt {
  readonly text: string;
}

/** What somebody did to the house. */
export interface AuditEntry {
  readonly id: string;
  readonly at: number;
  readonly who: string;
  readonly action: string;
  readonly subject: string;
}

/** All tables that wait for the person, the most urgent first. */
export interface Awaited {
  readonly type: "awaited";
  readonly tables: readonly AwaitedTable[];
}

/** A table that waits for the person. */
export interface AwaitedTable {
  readonly table: string;
  readonly game: string;
  readonly due: number;
}

/** All bans. */
export interface Bans {
  readonly names: readonly NameBan[];
  readonly networks: readonly NetworkBan[];
}

/** A bar of a histogram: how many values are at least ``low`` and below ``high``. */
export interface Bar {
  readonly low: number;
  readonly high: number;
  readonly count: number;
}

/** A part of a section. */
export interface Block {
  readonly kind: string;
  readonly texts: readonly (readonly Span[])[];
  readonly rule: string;
}

/** What a box of the game would say, in a language, and where its art is. */
export interface Box {
  readonly game: string;
  readonly name: string;
  readonly line: string;
  readonly play: string;
  readonly players: readonly [number, number];
  readonly minutes: readonly [number, number];
  readonly age: number;
  readonly authors: readonly string[];
  readonly publisher: string;
  readonly year: number;
  readonly options: readonly BoxOption[];
  readonly bots: readonly string[];
  readonly levels: readonly Level[];
  readonly characters: readonly CharacterInfo[];
  readonly together: boolean;
  readonly lessons: boolean;
  readonly cover: string;
  readonly art: string;
  readonly style: string;
  readonly look: string;
}

/** An option of a game, in words. */
export interface BoxOption {
  readonly name: string;
  readonly label: string;
  readonly tip: string;
  readonly values: readonly (boolean | number | string)[];
  readonly labels: readonly string[];
  readonly default: boolean | number | string;
}

/** A table that can't be read. */
export interface BrokenTable {
  readonly table: string;
  readonly number: number;
  readonly reason: string;
}

/** A friend calls you to a table. */
export interface CallView {
  readonly table: string;
  readonly game: string;
  readonly name: string;
  readonly at: number;
}

/** What has changed since the last view or change, one step after the other. */
export interface Change {
  readonly type: "change";
  readonly now: number;
  readonly steps: readonly Step[];
  readonly you?: You;
  readonly own?: OwnView;
  readonly done?: number;
}

/** Propose another time control. */
export interface ChangePace {
  readonly type: "pace";
  readonly pace: Pace;
  readonly id?: number;
}

/** A channel as its person sees it. */
export interface ChannelInfo {
  readonly channel: string;
  readonly kind: string;
  readonly target: string;
  readonly table: string;
  readonly format: string;
  readonly confirmed: boolean;
  readonly created: number;
}

/** An opponent with a name and a manner, in words; its name as a bot is ``name``. */
export interface CharacterInfo {
  readonly name: string;
  readonly label: string;
  readonly tip: string;
  readonly level: string;
}

/** A chat message. */
export interface ChatMessage {
  readonly author: number;
  readonly seat: number;
  readonly name: string;
  readonly text: string;
  readonly phrase: string;
  readonly at: number;
}

/** A legal move, or several that differ in their picks: the pieces to click, and the notation. */
export interface Choice {
  readonly path: readonly string[];
  readonly text: string;
  readonly label: string;
  readonly picks: readonly Pick[];
  readonly confirm: boolean;
  readonly question?: string;
  readonly spoken?: string;
}

/** Before the start: say whether the game shall count for ratings; all people must agree. */
export interface ChooseRated {
  readonly type: "rated";
  readonly yes: boolean;
  readonly id?: number;
}

/** The name of a circle, and its evening: -1 for none. */
export interface CircleChange {
  readonly name: string;
  readonly weekday?: number;
  readonly minute?: number;
  readonly zone?: string;
}

/** A circle in a list. */
export interface CircleInfo {
  readonly circle: string;
  readonly name: string;
  readonly next: number;
}

/** A circle as its members see it. */
export interface CircleView {
  readonly circle: string;
  readonly name: string;
  readonly owner: boolean;
  readonly you: string;
  readonly members: readonly Known[];
  readonly weekday: number;
  readonly minute: number;
  readonly zone: string;
  readonly next: number;
  readonly tables: readonly ListedTable[];
  readonly results: readonly ListedTable[];
}

/** A person's friends, circles and calls, and whom they don't want to meet or to read. */
export interface Company {
  readonly friends: readonly FriendView[];
  readonly circles: readonly CircleInfo[];
  readonly calls: readonly CallView[];
  readonly blocked: readonly Known[];
  readonly muted: readonly Known[];
  readonly hidden: boolean;
}

/** A number with a name: chips, points, cards in hand. */
export interface Counter {
  readonly key: string;
  readonly label: string;
  readonly value: number;
  readonly tip: string;
}

/** A name and a password. */
export interface Credentials {
  readonly name: string;
  readonly password: string;
}

/** The deal of a day. */
export interface DailyDeal {
  readonly day: string;
  readonly previous: string;
  readonly game: string;
  readonly options: Readonly<Record<string, boolean | number | string>>;
  readonly bot: string;
  readonly seat: number;
  readonly ends: number;
  readonly commitment: string;
  readonly seed: string;
  readonly table: string;
  readonly finished: boolean;
  readonly ladder: readonly LadderRung[];
}

/** A decision that was judged, by what its seat could know. */
export interface DecisionView {
  readonly event: number;
  readonly seat: number;
  readonly played: string;
  readonly best: string;
  readonly played_label: string;
  readonly best_label: string;
  readonly cost: number;
  readonly doubt: number;
  readonly gain: number;
  readonly grade: "best" | "blunder" | "good" | "slip";
  readonly reason: string;
}

/** The ask was done, and changed nothing at the table. */
export interface Done {
  readonly type: "done";
  readonly id: number;
  readonly now: number;
}

/** Before the start: give a free seat to a bot. */
export interface Engage {
  readonly type: "bot";
  readonly seat: number;
  readonly bot: string;
  readonly id?: number;
}

/** One of the essentials of a game: a picture with one or two sentences. */
export interface Essential {
  readonly say: string;
  readonly rule: string;
  readonly picture: RulePicture;
}

/** How often something was chosen. */
export interface Favourite {
  readonly label: string;
  readonly count: number;
}

/** What is chosen most often. */
export interface FavouriteList {
  readonly kind: string;
  readonly label: string;
  readonly favourites: readonly Favourite[];
}

/** The pictures beside a numbered rule or worked example. */
export interface Figure {
  readonly rule: string;
  readonly pictures: readonly RulePicture[];
}

/** Before the start: remove the bot from a seat, or cancel the reservation of a seat. */
export interface Free {
  readonly type: "free";
  readonly seat: number;
  readonly id?: number;
}

/** A friend, and whether they are here. */
export interface FriendView {
  readonly person: string;
  readonly name: string;
  readonly here: boolean;
  readonly table: string;
}

/** What finished games of a game came to, of those that the viewer may see. */
export interface GameStatistics {
  readonly game: string;
  readonly games: number;
  readonly seats: readonly SeatTotal[];
  readonly scores: readonly Bar[];
  readonly minutes: readonly Bar[];
  readonly best_scores: readonly RecordHolder[];
  readonly records: readonly RecordList[];
  readonly favourites: readonly FavouriteList[];
  readonly ratings: readonly RatedPlayer[];
}

/** Ask for moves one could play. */
export interface Hint {
  readonly type: "hint";
  readonly id?: number;
}

/** Moves one could play, the best first; empty if the bot failed. */
export interface Hints {
  readonly type: "hint";
  readonly id: number;
  readonly hints: readonly Advice[];
}

/** A rating after a game. */
export interface HistoryPoint {
  readonly at: number;
  readonly points: number;
  readonly doubt: number;
}

/** Days in a row, both included. */
export interface Holiday {
  readonly first: string;
  readonly last: string;
}

/** How the house is. */
export interface HouseState {
  readonly version: string;
  readonly access: string;
  readonly rules: "compiled" | "plain" | "restart";
  readonly failed: readonly string[];
  readonly database: string;
  readonly size: number;
  readonly free: number;
  readonly live_tables: number;
  readonly sockets: number;
  readonly errors: number;
  readonly last_errors: readonly LoggedError[];
  readonly backup_command: string;
}

/** An invitation that can be used. */
export interface Invitation {
  readonly id: string;
  readonly kind: string;
  readonly subject: string;
  readonly maker: string;
  readonly created: number;
  readonly expires: number;
  readonly uses: number;
}

/** Somebody whom a person has blocked or muted, or who is a member of a circle. */
export interface Known {
  readonly person: string;
  readonly name: string;
}

/** A person as the host sees them. */
export interface KnownPerson {
  readonly person: string;
  readonly name: string;
  readonly account: boolean;
  readonly created: number;
  readonly role: string;
  readonly sessions: number;
  readonly seen: number;
  readonly banned: boolean;
}

/** A finished try: equal ones share a place. */
export interface LadderRung {
  readonly place: number;
  readonly name: string;
  readonly rank: number;
  readonly score: number;
  readonly minutes: number;
  readonly table: string;
  readonly you: boolean;
}

/** A chapter of a lesson: steps at one table. */
export interface LessonChapter {
  readonly title: string;
  readonly steps: readonly LessonStep[];
}

/** A step: what happened since the last one, the table, the explanation, a move to try. */
export interface LessonStep {
  readonly scene: Scene;
  readonly say: string;
  readonly rule: string;
  readonly try: string;
  readonly path: readonly string[];
  readonly wrong: string;
  readonly point: readonly string[];
  readonly quiz: boolean;
  readonly lines: readonly Told[];
  readonly sound: string;
}

/** The lesson of a game; without chapters if it has none. */
export interface Lessons {
  readonly chapters: readonly LessonChapter[];
}

/** A level of bots, in words. */
export interface Level {
  readonly name: string;
  readonly label: string;
  readonly tip: string;
}

/** Something that happened, in words. */
export interface Line {
  readonly event: number;
  readonly part: number;
  readonly kind: string;
  readonly seat: number;
  readonly text: string;
  readonly cause: string;
  readonly category: string;
  readonly rule: string;
  readonly fades: boolean;
  readonly about?: readonly string[];
  readonly spoken?: string;
}

/** What a link is for. */
export interface LinkInfo {
  readonly kind: string;
  readonly table: string;
  readonly name: string;
  readonly expires: number;
  readonly account: string;
}

/** The token of a link. */
export interface LinkToken {
  readonly token: string;
}

/** A puzzle in a list. */
export interface ListedPuzzle {
  readonly puzzle: string;
  readonly game: string;
  readonly difficulty: number;
}

/** A table in a list. */
export interface ListedTable {
  readonly table: string;
  readonly game: string;
  readonly status: string;
  readonly created: number;
  readonly changed: number;
  readonly summary: Summary;
  readonly you: number;
}

/** The first pages of public tables that wait for players, and that are being played. */
export interface Lobby {
  readonly type: "lobby";
  readonly tables: readonly ListedTable[];
  readonly next: Readonly<Record<string, string>>;
}

/** What changed on the first pages since the last message. */
export interface LobbyChange {
  readonly type: "lobby-change";
  readonly tables: readonly ListedTable[];
  readonly removed: readonly string[];
  readonly next: Readonly<Record<string, string>>;
}

export type LobbyMessage = Lobby | LobbyChange;

/** An error that was logged. */
export interface LoggedError {
  readonly at: number;
  readonly source: string;
  readonly message: string;
}

/** What an outcome of luck added to the chances of each seat. */
export interface LuckEffect {
  readonly event: number;
  readonly effects: readonly number[];
}

/** How a request stands. */
export interface MatchState {
  readonly state: string;
  readonly game: string;
  readonly ends: number;
  readonly now: number;
  readonly seats: number;
  readonly names: readonly string[];
  readonly table: string;
}

/** How to mend a table: cut its log before what is wrong, or close it. */
export interface Mend {
  readonly cut?: boolean;
}

/** The scene after a number of events. */
export interface Moment {
  readonly event: number;
  readonly scene: Scene;
}

/** Mute or unmute the person at a seat in the chat; -1 stands for all spectators. */
export interface Mute {
  readonly type: "mute";
  readonly seat: number;
  readonly on?: boolean;
  readonly id?: number;
}

/** A name that nobody may have. */
export interface NameBan {
  readonly name: string;
  readonly expires: number;
}

/** A network from which nobody may come. */
export interface NetworkBan {
  readonly network: string;
  readonly expires: number;
}

/** A line, and for how many hours it is shown. */
export interface NewAnnouncement {
  readonly text: string;
  readonly hours?: number;
}

/** A name, or an address or network, and for how many days; 0 for ever. */
export interface NewBan {
  readonly name?: string;
  readonly network?: string;
  readonly days?: number;
}

/** A new calendar: its address is told once. */
export interface NewCalendar {
  readonly link: string;
  readonly notices: Notices;
}

/** The friend to call to a table. */
export interface NewCall {
  readonly person: string;
}

/** The name of a new circle. */
export interface NewCircle {
  readonly name: string;
}

/** How often, and for how many days, an invitation to the house can be used. */
export interface NewInvitation {
  readonly uses?: number;
  readonly days?: number;
}

/** A link that was made, with its token, which nobody is told again. */
export interface NewLink {
  readonly id: string;
  readonly token: string;
  readonly expires: number;
  readonly uses: number;
}

/** A mail address, to which a link is sent. */
export interface NewMail {
  readonly address: string;
}

/** What somebody wants to play with others; what is left out may be anything. */
export interface NewMatch {
  readonly game: string;
  readonly options?: Readonly<Record<string, boolean | number | string>>;
  readonly pace?: Pace | null;
  readonly strength?: string;
  readonly wait?: number;
}

/** A new password, the current one, and the ids of the passkeys to keep. */
export interface NewPassword {
  readonly new: string;
  readonly old?: string;
  readonly keep?: readonly string[];
}

/** A browser's subscription. */
export interface NewPush {
  readonly endpoint: string;
  readonly keys: PushKeys;
}

/** A person to report to the host, why, and perhaps which chat message: by its time. */
export interface NewReport {
  readonly person?: string;
  readonly table?: string;
  readonly seat?: number;
  readonly author?: number;
  readonly reason?: string;
  readonly at?: number;
}

/** Whether a person is a member. */
export interface NewRole {
  readonly member: boolean;
}

/** The body of a request for a new table. */
export interface NewTable {
  readonly game: string;
  readonly options?: Readonly<Record<string, boolean | number | string>>;
  readonly bots?: readonly string[];
  readonly public?: boolean;
  readonly pace?: Pace;
  readonly hints?: boolean;
  readonly free_takebacks?: boolean;
  readonly open_seats?: boolean;
  readonly circle?: string;
}

/** How often, and for how many days, an invitation to a table can be used. */
export interface NewTableLink {
  readonly uses?: number;
  readonly days?: number;
}

/** A webhook of the person, or of a table that they set up. */
export interface NewWebhook {
  readonly url: string;
  readonly format?: "discord" | "json" | "matrix" | "ntfy" | "slack";
  readonly table?: string;
}

/** What this house can do. */
export interface NoticeOffer {
  readonly push_key: string;
  readonly mail: boolean;
  readonly calendar: boolean;
  readonly private_webhooks: boolean;
}

/** What a person chose. */
export interface NoticeSettings {
  readonly language?: string;
  readonly zone?: string;
  readonly push?: "at-once" | "before-deadline" | "digest" | "never";
  readonly mail?: "at-once" | "before-deadline" | "digest" | "never";
  readonly webhook?: "at-once" | "before-deadline" | "digest" | "never";
  readonly quiet_from?: number;
  readonly quiet_to?: number;
  readonly digest_at?: readonly number[];
}

/** Everything a person can choose, and what they chose. */
export interface Notices {
  readonly settings: NoticeSettings;
  readonly channels: readonly ChannelInfo[];
  readonly offer: NoticeOffer;
}

/** A record that can be replayed now. */
export interface OpenedRecord {
  readonly record: string;
  readonly game: string;
  readonly events: number;
  readonly others: number;
}

/** An event of luck: the outcome, and the random numbers it was made from. */
export interface Outcome {
  readonly event: number;
  readonly text: string;
  readonly draws: readonly (readonly [number, number])[];
}

/** What one entry of the log changed for one seat; what is unset stays. */
export interface OwnStep {
  readonly decision?: number;
  readonly prompt?: string;
  readonly areas?: readonly (readonly [number, number] | Readonly<Record<string, unknown>>)[];
  readonly pieces?: readonly (readonly [number, number] | Readonly<Record<string, unknown>>)[];
  readonly hidden_pieces?: readonly string[];
  readonly hidden_areas?: readonly string[];
  readonly choices?: readonly (readonly [number, number] | Choice)[];
  readonly secret?: boolean;
  readonly lines?: readonly Line[];
}

/** What one seat sees beyond what everybody sees. */
export interface OwnView {
  readonly decision: number;
  readonly prompt: string;
  readonly areas: readonly Area[];
  readonly pieces: readonly Piece[];
  readonly hidden_pieces: readonly string[];
  readonly hidden_areas: readonly string[];
  readonly choices: readonly Choice[];
  readonly secret: boolean;
  readonly lines: readonly Line[];
}

/** The time control of a table: none, by move, a budget for the game, or days for a move. */
export interface Pace {
  readonly mode: string;
  readonly seconds: number;
  readonly increment: number;
  readonly together: number;
  readonly pauses: Pauses | null;
}

/** Whether a person shows their page to nobody else. */
export interface PageSettings {
  readonly hidden: boolean;
}

/** A finished table with its result. */
export interface PastGame {
  readonly table: string;
  readonly game: string;
  readonly status: string;
  readonly created: number;
  readonly changed: number;
  readonly summary: Summary;
  readonly you: number;
  readonly ranks: readonly number[];
  readonly rated: boolean;
}

/** Finished tables, the newest first, and the cursor of the following ones. */
export interface PastGames {
  readonly games: readonly PastGame[];
  readonly next: string;
}

/** When no clock of a table runs, by the clock on the wall of its time zone. */
export interface Pauses {
  readonly zone: string;
  readonly night_from: number;
  readonly night_to: number;
  readonly weekends: boolean;
  readonly holidays: readonly Holiday[];
  readonly leave_days: number;
}

/** How a person does at one game. */
export interface PersonGame {
  readonly game: string;
  readonly games: number;
  readonly wins: number;
  readonly points: number;
  readonly best: number;
  readonly streak: number;
  readonly best_streak: number;
  readonly think_ms: number;
  readonly seats: readonly SeatTotal[];
  readonly recent: readonly RecentGame[];
  readonly rating: ShownRating | null;
  readonly history: readonly HistoryPoint[];
  readonly records: readonly RecordList[];
  readonly favourites: readonly FavouriteList[];
}

/** What the house shows of a person. */
export interface PersonPage {
  readonly name: string;
  readonly guest: boolean;
  readonly you: boolean;
  readonly hidden: boolean;
  readonly games: readonly PersonGame[];
}

/** A set of pieces to choose, in any order, after the path of a choice: cards to capture. */
export interface Pick {
  readonly word: string;
  readonly targets: readonly (readonly [string, string])[];
  readonly label: string;
  readonly least: number;
  readonly most: number;
  readonly groups?: readonly (readonly (readonly [string, string])[])[];
  readonly total?: string;
}

/** Something in an area: a thing that can move, or a place for one. Both can be clicked. */
export interface Piece {
  readonly id: string;
  readonly art: string;
  readonly area: string;
  readonly label: string;
  readonly at: readonly [number, number];
  readonly span: readonly [number, number];
  readonly value: string;
  readonly marks: readonly string[];
  readonly tip: string;
  readonly place: boolean;
  readonly origin: string;
  readonly ask: string;
}

/** Check that the connection works. */
export interface Ping {
  readonly type: "ping";
  readonly id?: number;
}

/** Make a decision: play a move, in notation. */
export interface Play {
  readonly type: "play";
  readonly decision: number;
  readonly text: string;
  readonly id?: number;
}

/** How to play on from a moment of a finished game. */
export interface PlayOn {
  readonly event: number;
  readonly seat: number;
  readonly world?: "imagined" | "true";
  readonly bot?: string;
}

/** What a seat proposes to all others. */
export interface Proposal {
  readonly seat: number;
  readonly what: string;
  readonly pace: Pace;
  readonly agreed: readonly number[];
}

/** What one entry of the log changed for everybody; what is unset stays. */
export interface PublicStep {
  readonly number: number;
  readonly table?: Readonly<Record<string, unknown>>;
  readonly seats?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly new_scene?: TableLayer;
  readonly scene?: SceneChange;
  readonly rewound?: number;
  readonly lines?: readonly Line[];
  readonly chat?: readonly ChatMessage[];
  readonly erased_chat?: readonly ChatMessage[];
}

/** The keys of a browser's subscription, as it gives them. */
export interface PushKeys {
  readonly p256dh: string;
  readonly auth: string;
}

/** Puzzles, and the one of the day for each game that has any. */
export interface PuzzleList {
  readonly puzzles: readonly ListedPuzzle[];
  readonly daily: readonly ListedPuzzle[];
}

/** A puzzle to solve, as the seat that is to move sees the table. */
export interface PuzzleView {
  readonly puzzle: string;
  readonly game: string;
  readonly difficulty: number;
  readonly seat: number;
  readonly names: readonly string[];
  readonly scene: Scene;
}

/** A person or a bot in the list of a game's ratings. */
export interface RatedPlayer {
  readonly name: string;
  readonly bot: string;
  readonly rating: ShownRating;
}

/** A finished game of a person. */
export interface RecentGame {
  readonly table: string;
  readonly rank: number;
  readonly players: number;
  readonly score: number;
  readonly at: number;
}

/** Somebody who holds a record, and where it was made. */
export interface RecordHolder {
  readonly name: string;
  readonly value: number;
  readonly table: string;
  readonly at: number;
}

/** The best of a kind of record. */
export interface RecordList {
  readonly kind: string;
  readonly label: string;
  readonly best: readonly RecordHolder[];
}

/** The ask was refused: a code, a message, and the number of the rule it breaks, if any. */
export interface Refusal {
  readonly type: "refused";
  readonly id: number;
  readonly code: string;
  readonly message: string;
  readonly rule: string;
}

/** Ask for a rematch: create its table, or sit down there. */
export interface Rematch {
  readonly type: "rematch";
  readonly id?: number;
}

/** A new name. */
export interface Rename {
  readonly name: string;
}

/** What somebody reported to the host. */
export interface Report {
  readonly id: string;
  readonly at: number;
  readonly reporter: string;
  readonly person: string;
  readonly table_id: string;
  readonly reason: string;
  readonly quote: string;
  readonly handled: number;
  readonly reporter_name: string;
  readonly person_name: string;
}

/** Resign the game. */
export interface Resign {
  readonly type: "resign";
  readonly id?: number;
}

/** Leave one's seat. */
export interface Rise {
  readonly type: "rise";
  readonly id?: number;
}

/** A scene, and the ids of the pieces and areas that are framed in it. */
export interface RulePicture {
  readonly scene: Scene;
  readonly point: readonly string[];
}

/** The pictures of a game's rules in a language; empty if it has none. */
export interface RulePictures {
  readonly essentials: readonly Essential[];
  readonly figures: readonly Figure[];
}

/** A rule sheet, parsed. */
export interface RuleSheet {
  readonly game: string;
  readonly language: string;
  readonly sections: readonly Section[];
}

/** Send a chat message: text, or one of the house's phrases. */
export interface Say {
  readonly type: "say";
  readonly text?: string;
  readonly phrase?: string;
  readonly id?: number;
}

/** The table as one viewer sees it now. */
export interface Scene {
  readonly game: string;
  readonly viewer: number;
  readonly prompt: string;
  readonly areas: readonly Area[];
  readonly pieces: readonly Piece[];
  readonly choices: readonly Choice[];
}

/** The difference between two public scenes; what is unset stays. */
export interface SceneChange {
  readonly prompt?: string;
  readonly areas?: readonly (readonly [number, number] | Readonly<Record<string, unknown>>)[];
  readonly pieces?: readonly (readonly [number, number] | Readonly<Record<string, unknown>>)[];
}

/** What a side has in a column: a text, and pictures that say it at a glance. */
export interface ScoreCell {
  readonly text: string;
  readonly art: readonly string[];
}

/** Something that counts, or shows how a score came about. */
export interface ScoreColumn {
  readonly label: string;
  readonly art: string;
}

/** Something about some sides that the table does not show, such as what decides a tie. */
export interface ScoreNote {
  readonly seats: readonly number[];
  readonly text: string;
}

/** A side: one seat, or partners. */
export interface ScoreRow {
  readonly seats: readonly number[];
  readonly rank: number;
  readonly cells: readonly ScoreCell[];
}

/** The final scores: the best side first, its total in the last column. */
export interface ScoreTable {
  readonly columns: readonly ScoreColumn[];
  readonly rows: readonly ScoreRow[];
  readonly notes: readonly ScoreNote[];
}

/** A seat as everybody sees it. */
export interface Seat {
  readonly name: string;
  readonly taken: boolean;
  readonly reserved: boolean;
  readonly bot: string;
  readonly program: boolean;
  readonly away: boolean;
  readonly resigned: boolean;
  readonly rated: boolean;
  readonly acting: boolean;
  readonly deadline: number;
  readonly left_ms: number;
  readonly leave: readonly string[];
}

/** The player of a seat from some event on: the person of that name, or a bot. */
export interface SeatHolder {
  readonly seat: number;
  readonly event: number;
  readonly name: string;
  readonly bot: string;
}

/** How those who sat at a seat did. */
export interface SeatTotal {
  readonly players: number;
  readonly seat: number;
  readonly games: number;
  readonly wins: number;
  readonly points: number;
}

/** A chapter of a sheet; the first has the sheet's own title. */
export interface Section {
  readonly title: string;
  readonly blocks: readonly Block[];
}

/** Have the bots of this table move at another pace from now on. */
export interface SetBotPace {
  readonly type: "bot-pace";
  readonly pace: "calm" | "normal" | "quick";
  readonly id?: number;
}

/** A rating as people see it: 1520 ± 60, with a question mark while it is not settled. */
export interface ShownRating {
  readonly points: number;
  readonly doubt: number;
  readonly settled: boolean;
  readonly games: number;
}

/** The response of a browser's passkey, as its toJSON() gives it. */
export interface Signed {
  readonly credential: Readonly<Record<string, unknown>>;
}

/** A new webhook: the secret that its messages are signed with is told once. */
export interface SignedWebhook {
  readonly secret: string;
  readonly notices: Notices;
}

/** Take a seat, come back to one's own, or take over the seat of a bot where that is allowed. */
export interface Sit {
  readonly type: "sit";
  readonly seat: number;
  readonly nonce?: string;
  readonly id?: number;
}

/** Whether a move was right, and what is best and why. */
export interface Solution {
  readonly right: boolean;
  readonly best: string;
  readonly best_label: string;
  readonly cost: number;
  readonly reason: string;
  readonly scene: Scene;
}

/** A part of a text; ``kind`` is "" (plain), bold, code, or rule (the number of a rule). */
export interface Span {
  readonly kind: string;
  readonly text: string;
}

/** Receive everything in another language from now on. */
export interface Speak {
  readonly type: "language";
  readonly language: string;
  readonly id?: number;
}

/** How many spectators the table has now. */
export interface Spectators {
  readonly type: "spectators";
  readonly count: number;
}

/** Begin the game. */
export interface Start {
  readonly type: "start";
  readonly id?: number;
}

/** What one entry of the log changed. */
export interface Step {
  readonly public: PublicStep;
  readonly own?: OwnStep;
}

/** A finished game in words and numbers. */
export interface Story {
  readonly game: string;
  readonly options: Readonly<Record<string, boolean | number | string>>;
  readonly events: number;
  readonly lines: readonly Line[];
  readonly standings: readonly (readonly number[])[];
  readonly names: readonly string[];
  readonly seats: readonly Seat[];
  readonly scores: readonly number[];
  readonly ranks: readonly number[];
  readonly score_table: ScoreTable;
  readonly holders: readonly SeatHolder[];
  readonly from_position: boolean;
}

/** What lists show of a table, in addition to the columns of its row. */
export interface Summary {
  readonly options: Readonly<Record<string, boolean | number | string>>;
  readonly names: readonly string[];
  readonly bots: readonly string[];
  readonly pace: Pace;
  readonly acting: readonly number[];
  readonly scores: readonly number[];
  readonly persons: readonly number[];
  readonly open_seats: boolean;
  readonly leave: readonly (readonly string[])[];
  readonly closed: string;
}

/** What everybody sees of a table, seats and spectators alike. */
export interface TableLayer {
  readonly prompt: string;
  readonly areas: readonly Area[];
  readonly pieces: readonly Piece[];
}

/** The leave that one has at a table. */
export interface TableLeave {
  readonly table: string;
  readonly game: string;
  readonly names: readonly string[];
  readonly leave_days: number;
  readonly leave: readonly string[];
  readonly refused: string;
}

/** Tables of a list, the newest first, and the cursor of the following ones. */
export interface TablePage {
  readonly tables: readonly ListedTable[];
  readonly next: string;
}

/** A table as everybody sees it, without its scene, lines and chat. */
export interface TableView {
  readonly table: string;
  readonly status: string;
  readonly closed: string;
  readonly game: string;
  readonly options: Readonly<Record<string, boolean | number | string>>;
  readonly public: boolean;
  readonly seats: readonly Seat[];
  readonly pace: Pace;
  readonly hints: boolean;
  readonly events: number;
  readonly proposal: Proposal | null;
  readonly bot_pace: "calm" | "normal" | "quick";
  readonly free_takebacks: boolean;
  readonly rated: boolean;
  readonly daily: string;
  readonly open_seats: boolean;
  readonly circle: string;
  readonly from_position: boolean;
  readonly previous: string;
  readonly next: string;
  readonly commitment: string;
  readonly nonces: readonly string[];
  readonly seed: string;
  readonly scores: readonly number[];
  readonly ranks: readonly number[];
  readonly score_table: ScoreTable | null;
}

/** Take leave on some days, which replace those still to come; without days, come back. */
export interface TakeLeave {
  readonly type: "leave";
  readonly first?: string | null;
  readonly last?: string | null;
  readonly id?: number;
}

/** Propose to take one's last move back. */
export interface Takeback {
  readonly type: "takeback";
  readonly id?: number;
}

/** A person: by id, or at a table by their seat or by the number of their chat messages. */
export interface Target {
  readonly person?: string;
  readonly table?: string;
  readonly seat?: number;
  readonly author?: number;
}

export type Tell = View | Change | Spectators | Done | Refusal | Hints;

/** A fact in words, for log, screen reader, animation and sound. */
export interface Told {
  readonly kind: string;
  readonly seat: number;
  readonly text: string;
  readonly about?: readonly string[];
  readonly spoken?: string;
}

/** A whole table as one client may know it. */
export interface View {
  readonly type: "view";
  readonly protocol: number;
  readonly epoch: string;
  readonly number: number;
  readonly now: number;
  readonly table: TableView;
  readonly scene: TableLayer | null;
  readonly lines: readonly Line[];
  readonly chat: readonly ChatMessage[];
  readonly spectators: number;
  readonly you: You;
  readonly own: OwnView | null;
}

/** Whether friends are not shown that one is here. */
export interface Visibility {
  readonly hidden: boolean;
}

/** Ask why a move is not allowed. */
export interface WhyNot {
  readonly type: "why-not";
  readonly text: string;
  readonly id?: number;
}

/** The client, as it is known at this table. */
export interface You {
  readonly seat: number;
  readonly host: boolean;
  readonly reserved: number;
  readonly muted_seats: readonly number[];
  readonly muted_authors: readonly number[];
}
