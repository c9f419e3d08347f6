// Generated from the server's OpenAPI document by `npm run schema`. Do not edit.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        readonly Analysed: {
            /**
             * Format: int64
             * @description confidence of forward pruning in percent; 100: no pruning
             */
            readonly confidence: number;
            /**
             * Format: int64
             * @description depth of the best move in plies; number of empty squares if exact
             */
            readonly depth: number;
            /** Format: int64 */
            readonly empties: number;
            /**
             * @description limits reached, or time over
             * @enum {string}
             */
            readonly ended?: "complete" | "time";
            readonly exact: boolean;
            /** @description best move first */
            readonly moves: readonly components["schemas"]["AnalysedMove"][];
            /**
             * Format: int64
             * @description nodes of this search
             */
            readonly nodes: number;
            /**
             * Format: int64
             * @description nodes per second
             */
            readonly nps: number;
            readonly opening?: components["schemas"]["OpeningName"];
            /** @description the game is over: moves is empty and score is the result */
            readonly over?: boolean;
            /** @description the player; absent for the analysis engine */
            readonly player?: string;
            /** @description the one-line position */
            readonly position: string;
            /**
             * @description point of view of the scores: the side to move
             * @enum {string}
             */
            readonly pov: "black" | "white";
            /**
             * Format: int64
             * @description position in the queue from 1; 0 while the search runs
             */
            readonly queue: number;
            /** @example kaeshi/analyse/1 */
            readonly schema: string;
            /**
             * Format: double
             * @description score of the best move in discs
             */
            readonly score?: number;
            /**
             * Format: double
             * @description duration of this search
             */
            readonly seconds: number;
            /** @description moves is a stored result */
            readonly stored: boolean;
            /**
             * @description the side to move
             * @enum {string}
             */
            readonly turn: "black" | "white";
        };
        readonly AnalysedMove: {
            /** Format: int64 */
            readonly confidence: number;
            /** Format: int64 */
            readonly depth: number;
            readonly exact: boolean;
            /** @description a square, or pass */
            readonly move: string;
            /** @description published bounds of the score */
            readonly proved?: components["schemas"]["Proved"];
            /** @description principal variation, starting with the move */
            readonly pv: readonly string[];
            /**
             * Format: double
             * @description expected final disc difference; absent if the player has none
             */
            readonly score?: number;
            /**
             * @description how the score was found
             * @enum {string}
             */
            readonly source: "book" | "exact" | "selective" | "depth" | "player";
        };
        readonly Answer: {
            /** @description moves known to share the best score */
            readonly best?: readonly string[] | null;
            /** @description the move and its score are from an opening book */
            readonly book?: boolean;
            /**
             * Format: int64
             * @description confidence of pruning in percent; 100: no pruning
             */
            readonly confidence?: number;
            /**
             * Format: int64
             * @description search depth in plies
             */
            readonly depth?: number;
            /** @description score is the final result with best play */
            readonly exact: boolean;
            /**
             * @description a square, or pass; over when the game has ended
             * @example d3
             */
            readonly move: string;
            /**
             * Format: int64
             * @description nodes searched
             */
            readonly nodes: number;
            /**
             * @description the specification of the player that chose
             * @example kaeshi:level=6
             */
            readonly player: string;
            /** @description cells from a1 (X, O or -), then the side to move */
            readonly position: string;
            /**
             * @description the side to move; score is from its view
             * @enum {string}
             */
            readonly pov: "black" | "white";
            /** @description published bounds of the score of the move */
            readonly proved?: components["schemas"]["Proved"];
            /** @description the line of best play, move first */
            readonly pv?: readonly string[] | null;
            /** @example kaeshi/move/1 */
            readonly schema: string;
            /**
             * Format: double
             * @description expected final disc difference for pov, if known
             */
            readonly score?: number;
            /** Format: double */
            readonly seconds: number;
        };
        readonly BoardList: {
            /** @description running games, then recent ones if fewer than 4 run */
            readonly boards: readonly components["schemas"]["WatchBoard"][];
            /** @example kaeshi/tournament-boards/1 */
            readonly schema: string;
        };
        readonly Cell: {
            /** Format: int64 */
            readonly draws: number;
            /** Format: double */
            readonly elo?: number;
            /** Format: double */
            readonly elo_high?: number;
            /** Format: double */
            readonly elo_low?: number;
            /** Format: double */
            readonly los?: number;
            /** Format: int64 */
            readonly losses: number;
            /** Format: double */
            readonly normalized_elo?: number;
            readonly pairs: readonly number[] | null;
            /** Format: int64 */
            readonly wins: number;
        };
        readonly Certificate: {
            /**
             * Format: int64
             * @description size of the file
             */
            readonly bytes: number;
            /** @enum {string} */
            readonly claim: "at least" | "at most";
            /** @description the .kproof file */
            readonly file: string;
            /**
             * Format: int64
             * @description greatest number of empty squares of a leaf
             */
            readonly leaf: number;
            /** Format: int64 */
            readonly leaves: number;
            /** Format: int64 */
            readonly nodes: number;
            readonly position: string;
            /** @example kaeshi/certificate/1 */
            readonly schema: string;
            /**
             * Format: double
             * @description of the proof and its check
             */
            readonly seconds: number;
            /**
             * Format: int64
             * @description discs for the side to move of the position
             */
            readonly value: number;
        };
        readonly CreatedOnlineGame: {
            readonly game: components["schemas"]["OnlineGame"];
            /** @description secret of the guest */
            readonly guest_key: string;
            /** @description with it, everybody may watch the game */
            readonly id: string;
            /** @description secret of the creator */
            readonly key: string;
            /** @example kaeshi/created-online-game/1 */
            readonly schema: string;
        };
        readonly DatabaseState: {
            /**
             * Format: int64
             * @description maximum number of games of an export
             */
            readonly export_games: number;
            /** @description formats of exports */
            readonly formats: readonly string[];
            /**
             * Format: int64
             * @description number of imported games
             */
            readonly games: number;
            /** @description games cannot be imported */
            readonly read_only: boolean;
            /** @example kaeshi/database/1 */
            readonly schema: string;
            /**
             * Format: int64
             * @description maximum size of an import
             */
            readonly upload_bytes: number;
        };
        readonly Document: {
            readonly algorithm: string;
            readonly by_depth: readonly number[] | null;
            /** Format: int64 */
            readonly cutoffs: number;
            /** Format: int64 */
            readonly depth: number;
            readonly estimate?: boolean;
            readonly game: string;
            /** Format: int64 */
            readonly leaves: number;
            /** Format: int64 */
            readonly made?: number;
            readonly move?: string;
            /** Format: int64 */
            readonly nodes: number;
            readonly pictures?: readonly components["schemas"]["Picture"][] | null;
            readonly position: string;
            readonly pv: readonly string[] | null;
            readonly schema: string;
            /** Format: double */
            readonly seconds: number;
            /** Format: int64 */
            readonly size?: number;
            readonly stopped?: components["schemas"]["Sentence"];
            /** Format: int64 */
            readonly table_hits: number;
            readonly tree: readonly components["schemas"]["Node"][] | null;
            readonly truncated: boolean;
            readonly unit: string;
            /** Format: double */
            readonly value: number | null;
        };
        readonly Ended: Record<string, never>;
        readonly ErrorDetail: {
            /** @description Where the error occurred, e.g. 'body.items[3].tags' or 'path.thing-id' */
            readonly location?: string;
            /** @description Error message text */
            readonly message?: string;
            /** @description The value at the given location */
            readonly value?: unknown;
        };
        readonly ErrorModel: {
            /**
             * @description A human-readable explanation specific to this occurrence of the problem.
             * @example Property foo is required but is missing.
             */
            readonly detail?: string;
            /** @description Optional list of individual error details */
            readonly errors?: readonly components["schemas"]["ErrorDetail"][] | null;
            /**
             * Format: uri
             * @description A URI reference that identifies the specific occurrence of the problem.
             * @example https://example.com/error-log/abc123
             */
            readonly instance?: string;
            /**
             * Format: int64
             * @description HTTP status code
             * @example 400
             */
            readonly status?: number;
            /**
             * @description A short, human-readable summary of the problem type. This value should not change between occurrences of the error.
             * @example Bad Request
             */
            readonly title?: string;
            /**
             * Format: uri
             * @description A URI reference to human-readable documentation for the error.
             * @default about:blank
             * @example https://example.com/errors/example
             */
            readonly type: string;
        };
        readonly Explored: {
            /**
             * Format: double
             * @description mean final disc difference for Black, rounded to 0.01
             */
            readonly average_score_black?: number;
            /**
             * Format: int64
             * @description games that Black won
             */
            readonly black_wins: number;
            /** Format: int64 */
            readonly draws: number;
            /** @description the games whose record ends at the position */
            readonly ended?: components["schemas"]["Results"];
            /** @description some of the games, the last year first */
            readonly examples: readonly components["schemas"]["ExploredGame"][];
            /**
             * Format: int64
             * @description games with the position or one symmetric to it
             */
            readonly games: number;
            /** @description the next moves, the most frequent first */
            readonly moves: readonly components["schemas"]["ExploredMove"][];
            /**
             * Format: int64
             * @description number of games skipped before the examples
             */
            readonly offset: number;
            readonly opening?: components["schemas"]["NamesText"];
            /** @description in one line; absent when no position was given */
            readonly position?: string;
            /** @example kaeshi/explorer/2 */
            readonly schema: string;
            /**
             * Format: int64
             * @description games that White won
             */
            readonly white_wins: number;
        };
        readonly ExploredEvent: {
            /**
             * Format: int64
             * @description year of the first game; absent if no year is known
             */
            readonly from?: number;
            /** Format: int64 */
            readonly games: number;
            readonly name: string;
            /**
             * Format: int64
             * @description year of the last game
             */
            readonly to?: number;
        };
        readonly ExploredEvents: {
            /** @example kaeshi/explorer-tournaments/1 */
            readonly schema: string;
            /**
             * Format: int64
             * @description number of tournaments, including those that are not listed
             */
            readonly total: number;
            /** @description those with the most games first */
            readonly tournaments: readonly components["schemas"]["ExploredEvent"][];
        };
        readonly ExploredGame: {
            /** @description there are comments or variations */
            readonly annotated?: boolean;
            readonly black?: string;
            /** @description in ISO 8601 as far as it is known */
            readonly date?: string;
            /** @description the tournament */
            readonly event?: string;
            /**
             * Format: int64
             * @description number of the game in the database
             */
            readonly number: number;
            readonly opening?: components["schemas"]["NamesText"];
            readonly place?: string;
            /** @description the set-up position */
            readonly position?: string;
            /**
             * @description why it ended early
             * @enum {string}
             */
            readonly reason?: "resign" | "time" | "mutual" | "fault" | "adjudicated" | "unfinished";
            readonly round?: string;
            /**
             * Format: int64
             * @description final disc difference from Black's view
             */
            readonly score_black?: number;
            /** Format: int64 */
            readonly size: number;
            /** @description the file that it was imported from */
            readonly source: string;
            /**
             * @description absent for a game from a set-up position
             * @enum {string}
             */
            readonly start?: "usual" | "parallel";
            /** @description the moves without passes */
            readonly transcript: string;
            readonly white?: string;
            /** @enum {string} */
            readonly winner?: "black" | "white" | "draw";
            /** Format: int64 */
            readonly year?: number;
        };
        readonly ExploredMove: {
            /**
             * Format: double
             * @description mean final disc difference for Black, rounded to 0.01
             */
            readonly average_score_black?: number;
            /**
             * Format: int64
             * @description games that Black won
             */
            readonly black_wins: number;
            /** Format: int64 */
            readonly draws: number;
            /** @description symmetric moves, counted with it */
            readonly equal?: readonly string[];
            /**
             * Format: int64
             * @description games with the position or one symmetric to it
             */
            readonly games: number;
            /** @description a square, or pass */
            readonly move: string;
            /** @description names of the position after the move */
            readonly opening?: components["schemas"]["NamesText"];
            /**
             * Format: int64
             * @description games that White won
             */
            readonly white_wins: number;
        };
        readonly ExploredPlayer: {
            /**
             * Format: double
             * @description mean final disc difference for the player, rounded to 0.01
             */
            readonly average_score?: number;
            /** Format: int64 */
            readonly drawn: number;
            /**
             * Format: int64
             * @description year of the first game; absent if no year is known
             */
            readonly from?: number;
            /** Format: int64 */
            readonly games: number;
            /** Format: int64 */
            readonly lost: number;
            readonly name: string;
            /**
             * Format: int64
             * @description year of the last game
             */
            readonly to?: number;
            /** Format: int64 */
            readonly won: number;
        };
        readonly ExploredPlayers: {
            /** @description those with the most games first */
            readonly players: readonly components["schemas"]["ExploredPlayer"][];
            /** @example kaeshi/explorer-players/1 */
            readonly schema: string;
            /**
             * Format: int64
             * @description number of players, including those that are not listed
             */
            readonly total: number;
        };
        readonly ExportRequest: {
            /** @description the tree in the JSON format of the analysis page */
            readonly document: components["schemas"]["TreeDocument"];
            /**
             * @description sgf: the whole tree; ggf: the main line without comments
             * @enum {string}
             */
            readonly format: "sgf" | "ggf";
            /**
             * @description language of the comments
             * @default en
             * @enum {string}
             */
            readonly language: "en" | "ja";
        };
        readonly Exported: {
            /** @enum {string} */
            readonly format: "sgf" | "ggf";
            /**
             * @description what the format cannot represent
             * @example [
             *       "variations"
             *     ]
             */
            readonly lost: readonly string[];
            /** @example kaeshi/exported/1 */
            readonly schema: string;
            /** @description content of the file */
            readonly text: string;
        };
        readonly FinishedGame: {
            /** @description human, or a player spec */
            readonly black: string;
            /**
             * @description how the loser lost, if not by the rules
             * @enum {string}
             */
            readonly ended?: "time" | "resigned";
            /** @description chosen by the client; sending a document twice stores it once */
            readonly id: string;
            /**
             * @description the losing side; required with ended
             * @enum {string}
             */
            readonly loser?: "black" | "white";
            /** @description players changed or moves were taken back; not counted in the record */
            readonly mixed?: boolean;
            /**
             * @description transcript; pass is --
             * @example f5d6c3
             */
            readonly moves?: string;
            /** @description one-line position to start from */
            readonly position?: string;
            /**
             * Format: int64
             * @description 4, 6 or 8
             * @default 8
             */
            readonly size: number;
            /**
             * @description first four discs
             * @default usual
             * @enum {string}
             */
            readonly start: "usual" | "parallel";
            /** @description human, or a player spec */
            readonly white: string;
        };
        readonly FinishedTicTacToe: {
            /**
             * @description the side of the human
             * @enum {string}
             */
            readonly human: "x" | "o";
            /** @description chosen by the client; sending a document twice stores it once */
            readonly id: string;
            /**
             * @description the squares in order, X first
             * @example b2a1c3a3a2c2b1b3c1
             */
            readonly moves: string;
        };
        readonly Game: {
            readonly black: string;
            readonly black_side: components["schemas"]["Side"];
            /** Format: int64 */
            readonly board_black?: number;
            readonly date?: string;
            readonly effort: components["schemas"]["How"];
            readonly event?: string;
            /** Format: int64 */
            readonly exact_from?: number;
            readonly file?: string;
            /** Format: int64 */
            readonly game?: number;
            readonly mistakes: readonly number[] | null;
            readonly moves: readonly components["schemas"]["Move"][] | null;
            /** Format: int64 */
            readonly nodes: number;
            readonly opening?: components["schemas"]["Opening"];
            readonly position: string;
            readonly reason?: string;
            readonly round?: string;
            readonly schema: string;
            /** Format: int64 */
            readonly score_black?: number;
            /** Format: double */
            readonly seconds: number;
            readonly transcript: string;
            readonly white: string;
            readonly white_side: components["schemas"]["Side"];
            readonly winner?: string;
        };
        readonly GameList: {
            /** @description newest first */
            readonly games: readonly components["schemas"]["StoredGame"][];
            /** @example kaeshi/games/1 */
            readonly schema: string;
        };
        readonly GameState: {
            /**
             * Format: int64
             * @description black discs on the board
             */
            readonly black: number;
            /** @description every ply in order, passes included */
            readonly history: readonly components["schemas"]["Ply"][];
            /** @description the one-line position before the first move */
            readonly initial: string;
            /** @description legal moves; empty for a pass and at the end of the game */
            readonly legal: readonly components["schemas"]["Option"][];
            /** @description the transcript in lower case, without passes */
            readonly moves: string;
            readonly over: boolean;
            /** @description the side to move must pass: append -- to the moves */
            readonly pass: boolean;
            /** @description the one-line position after the last move */
            readonly position: string;
            /** @example kaeshi/game/1 */
            readonly schema: string;
            /**
             * Format: int64
             * @description Black's final disc difference, empty squares to the winner; or 0
             */
            readonly score_black: number;
            /** Format: int64 */
            readonly size: number;
            /**
             * @description absent for a game from a set-up position
             * @enum {string}
             */
            readonly start?: "usual" | "parallel";
            /**
             * @description the side to move; meaningless when the game is over
             * @enum {string}
             */
            readonly turn: "black" | "white";
            /**
             * Format: int64
             * @description white discs on the board
             */
            readonly white: number;
            /**
             * @description empty until the game is over
             * @enum {string}
             */
            readonly winner: "black" | "white" | "draw" | "";
        };
        readonly Head: {
            /** Format: double */
            readonly elo?: number;
            /** Format: double */
            readonly elo_high?: number;
            /** Format: double */
            readonly elo_low?: number;
            readonly first: string;
            /** Format: double */
            readonly los?: number;
            /** Format: double */
            readonly normalized_elo?: number;
            readonly pairs: readonly number[] | null;
            readonly second: string;
            readonly sprt?: components["schemas"]["SPRTProgress"];
        };
        readonly Health: {
            /** @enum {string} */
            readonly status: "ok";
        };
        readonly How: {
            /** Format: int64 */
            readonly confidence?: number;
            /** Format: int64 */
            readonly depth: number;
            readonly device?: boolean;
            /** Format: int64 */
            readonly exact: number;
            /** Format: int64 */
            readonly level?: number;
            /** Format: double */
            readonly seconds?: number;
            /** Format: int64 */
            readonly selective?: number;
        };
        readonly ImportDone: {
            /**
             * Format: int64
             * @description files that could not be read to their end
             */
            readonly broken: number;
            /**
             * Format: int64
             * @description the recorded result differs from the final board
             */
            readonly contradicted?: number;
            /** @description errors of games and files, at most 20 */
            readonly faults: readonly string[];
            /**
             * Format: int64
             * @description already in the database
             */
            readonly known: number;
            /**
             * Format: int64
             * @description read but not stored, as the import was interrupted
             */
            readonly left: number;
            /**
             * Format: int64
             * @description games found in the files
             */
            readonly read: number;
            /**
             * Format: int64
             * @description invalid
             */
            readonly refused: number;
            /** @example kaeshi/import/1 */
            readonly schema: string;
            /**
             * Format: int64
             * @description new in the database
             */
            readonly stored: number;
        };
        readonly ImportStep: {
            /**
             * Format: int64
             * @description games read so far
             */
            readonly read: number;
        };
        readonly Job: {
            /** Format: date-time */
            readonly created: string;
            /**
             * Format: int64
             * @description number of judged moves
             */
            readonly done: number;
            /** Format: date-time */
            readonly ended?: string;
            /** @description the game of the request */
            readonly game: components["schemas"]["JobGame"];
            readonly id: string;
            /** @enum {string} */
            readonly kind: "review";
            /** Format: int64 */
            readonly level: number;
            /** @description why the job failed */
            readonly problem?: string;
            /**
             * Format: int64
             * @description position in the queue while waiting, from 1; otherwise 0
             */
            readonly queue: number;
            /** @description judgements so far; sums cover the judged moves; not in lists */
            readonly result?: components["schemas"]["Game"];
            /** @example kaeshi/job/1 */
            readonly schema: string;
            /** Format: date-time */
            readonly started?: string;
            /** @enum {string} */
            readonly state: "queued" | "running" | "done" | "cancelled" | "failed";
            /**
             * Format: int64
             * @description number of moves of the game, passes included
             */
            readonly total: number;
        };
        readonly JobGame: {
            /** @description name of the black player, for the report */
            readonly black?: string;
            /**
             * @description transcript; pass is --
             * @example f5d6c3
             */
            readonly moves?: string;
            /** @description one-line position to start from */
            readonly position?: string;
            /**
             * Format: int64
             * @description 4, 6 or 8
             * @default 8
             */
            readonly size: number;
            /**
             * @description first four discs
             * @default usual
             * @enum {string}
             */
            readonly start: "usual" | "parallel";
            /** @description name of the white player, for the report */
            readonly white?: string;
        };
        readonly JobList: {
            /** @description newest first, without results */
            readonly jobs: readonly components["schemas"]["Job"][];
            /** @example kaeshi/jobs/1 */
            readonly schema: string;
        };
        readonly JobRequest: {
            readonly game: components["schemas"]["JobGame"];
            /** @description chosen by the client; sending a document twice stores it once */
            readonly id: string;
            /**
             * @description review: judge every move of the game
             * @default review
             * @enum {string}
             */
            readonly kind: "review";
            /**
             * Format: int64
             * @description search effort as an engine level
             * @default 16
             */
            readonly level: number;
        };
        readonly Machine: {
            /**
             * Format: int64
             * @description units that it runs
             */
            readonly busy: number;
            /**
             * Format: int64
             * @description units since its start
             */
            readonly done: number;
            /** @description it takes no more units */
            readonly draining: boolean;
            /**
             * Format: int64
             * @description units that ended in an error since its start
             */
            readonly failed: number;
            readonly id: string;
            readonly kinds: readonly string[];
            /** Format: date-time */
            readonly last_seen: string;
            readonly name: string;
            /**
             * Format: double
             * @description units that it completes in a minute of work, with all slots in use
             */
            readonly per_minute: number;
            /** @description jobs that it cannot run, each with the reason */
            readonly refused: readonly string[];
            /**
             * Format: int64
             * @description units that it can run in parallel
             */
            readonly slots: number;
            readonly version: string;
        };
        readonly MachineJob: {
            /**
             * Format: int64
             * @description units that workers run
             */
            readonly active: number;
            /** Format: date-time */
            readonly created: string;
            /** Format: int64 */
            readonly done: number;
            /**
             * Format: int64
             * @description units that were given up
             */
            readonly failed: number;
            readonly id: string;
            readonly kind: string;
            /** Format: double */
            readonly per_second: number;
            /** @description workers that returned wrong results */
            readonly quarantined: readonly string[];
            /** @enum {string} */
            readonly state: "running" | "paused" | "cancelled" | "ended";
            /** @description host and process; empty if none is connected */
            readonly submitter: string;
            readonly title: string;
            /**
             * Format: int64
             * @description expected units; 0: unknown
             */
            readonly total: number;
            /**
             * Format: int64
             * @description units in the queue
             */
            readonly waiting: number;
        };
        readonly MachineList: {
            /** @description the server was started with a cluster */
            readonly configured: boolean;
            /** @description newest first, at most 100 */
            readonly jobs: readonly components["schemas"]["MachineJob"][];
            /** @example kaeshi/machines/1 */
            readonly schema: string;
            readonly totals: components["schemas"]["MachineListTotalsStruct"];
            /** @description connected workers by name, at most 500 */
            readonly workers: readonly components["schemas"]["Machine"][];
        };
        readonly MachineListTotalsStruct: {
            /**
             * Format: int64
             * @description slots that run a unit
             */
            readonly busy: number;
            /**
             * Format: int64
             * @description units of active jobs that were given up
             */
            readonly failed: number;
            /**
             * Format: int64
             * @description jobs
             */
            readonly paused: number;
            /**
             * Format: int64
             * @description jobs
             */
            readonly running: number;
            /**
             * Format: int64
             * @description units that the workers can run in parallel
             */
            readonly slots: number;
            /**
             * Format: int64
             * @description units in the queues
             */
            readonly waiting: number;
            /** Format: int64 */
            readonly workers: number;
        };
        readonly Move: {
            readonly best: readonly string[] | null;
            /** Format: int64 */
            readonly choices: number;
            /** Format: int64 */
            readonly confidence: number;
            /** Format: int64 */
            readonly depth: number;
            /** Format: int64 */
            readonly empties: number;
            /** Format: double */
            readonly error?: number;
            readonly exact: boolean;
            /** Format: double */
            readonly loss: number;
            readonly mark?: string;
            readonly move: string;
            /** Format: int64 */
            readonly number: number;
            /** Format: double */
            readonly played: number;
            readonly played_proved?: components["schemas"]["Proved"];
            /** Format: int64 */
            readonly ply: number;
            readonly pov: string;
            readonly proved?: components["schemas"]["Proved"];
            readonly pv: readonly string[] | null;
            readonly reply: readonly string[] | null;
            /** Format: int64 */
            readonly result_loss?: number;
            /** Format: double */
            readonly score: number;
            readonly uncertain?: boolean;
            readonly why?: readonly components["schemas"]["Reason"][] | null;
        };
        readonly MoveNote: {
            readonly comment?: string;
            /**
             * @description the judgement of the move
             * @enum {string}
             */
            readonly mark?: "" | "!!" | "!" | "!?" | "?!" | "?" | "??";
            /** @description evaluation of the move */
            readonly score?: components["schemas"]["NoteScore"];
            /**
             * Format: double
             * @description time spent on the move
             */
            readonly seconds?: number;
            /**
             * Format: double
             * @description time on the clock after the move
             */
            readonly seconds_left?: number;
            /** @description other data of the file about the move */
            readonly tags?: readonly components["schemas"]["OpenedDetail"][];
        };
        readonly MoveRequest: {
            /**
             * Format: int64
             * @description moves covered
             */
            readonly clock_moves?: number;
            /**
             * Format: double
             * @description seconds per move
             */
            readonly increment?: number;
            /**
             * Format: double
             * @description seconds left; 0: no clock
             */
            readonly left?: number;
            /**
             * @description transcript; pass is --
             * @example f5d6c3
             */
            readonly moves?: string;
            /**
             * Format: double
             * @description byo-yomi in seconds
             */
            readonly period?: number;
            /**
             * @description player spec, as in GET /players
             * @example kaeshi:level=6
             */
            readonly player: string;
            /** @description one-line position to start from */
            readonly position?: string;
            /**
             * Format: int64
             * @description 4, 6 or 8
             * @default 8
             */
            readonly size: number;
            /**
             * @description first four discs
             * @default usual
             * @enum {string}
             */
            readonly start: "usual" | "parallel";
        };
        readonly Name: {
            readonly name: string;
            /** Format: int64 */
            readonly ply: number;
        };
        readonly NameText: {
            readonly names: readonly string[];
            /** Format: int64 */
            readonly ply: number;
            readonly transcript: string;
        };
        readonly NamedOpening: {
            /** @example f5d6c3d3c4 */
            readonly moves: string;
            readonly name: components["schemas"]["OpeningName"];
        };
        readonly NamesText: {
            readonly en?: components["schemas"]["NameText"];
            readonly ja?: components["schemas"]["NameText"];
        };
        readonly NewOnlineGame: {
            /**
             * @description time control
             * @default none
             * @example 5m+3s
             */
            readonly clock: string;
            /**
             * @description side of the creator
             * @default random
             * @enum {string}
             */
            readonly colour: "black" | "white" | "random";
            /**
             * @description transcript; pass is --
             * @example f5d6c3
             */
            readonly moves?: string;
            /** @description name of the creator; cut to 24 characters */
            readonly name?: string;
            /** @description one-line position to start from */
            readonly position?: string;
            /**
             * Format: int64
             * @description 4, 6 or 8
             * @default 8
             */
            readonly size: number;
            /**
             * @description first four discs
             * @default usual
             * @enum {string}
             */
            readonly start: "usual" | "parallel";
        };
        readonly Node: {
            /** Format: int64 */
            readonly again?: number;
            /** Format: double */
            readonly alpha: number | null;
            /** Format: double */
            readonly alpha_out: number | null;
            /** Format: double */
            readonly beta: number | null;
            readonly bound?: string;
            /** Format: int64 */
            readonly by?: number;
            /** Format: int64 */
            readonly depth: number;
            /** Format: int64 */
            readonly disproof?: number;
            /** Format: int64 */
            readonly enter: number;
            /** Format: int64 */
            readonly hit?: number;
            readonly kind: string;
            /** Format: int64 */
            readonly leave?: number;
            /** Format: double */
            readonly mean?: number;
            readonly move: string;
            /** Format: int64 */
            readonly parent: number;
            /** Format: int64 */
            readonly pass?: number;
            readonly position: string;
            /** Format: int64 */
            readonly proof?: number;
            readonly reason?: components["schemas"]["Sentence"];
            /** Format: int64 */
            readonly saved?: number;
            readonly turn: string;
            /** Format: double */
            readonly value?: number;
            /** Format: int64 */
            readonly visits?: number;
        };
        readonly NoteScore: {
            readonly book?: boolean;
            /** @description the program or person that gave the score */
            readonly by?: string;
            /**
             * Format: int64
             * @description in percent; absent if unknown
             */
            readonly confidence?: number;
            /** Format: int64 */
            readonly depth?: number;
            readonly exact?: boolean;
            /** Format: double */
            readonly value: number;
        };
        readonly OnlineAction: {
            /** @enum {string} */
            readonly action: "join" | "move" | "resign" | "take-back" | "rematch" | "agree" | "decline";
            /**
             * @description of a move: the square
             * @example f5
             */
            readonly move?: string;
            /** @description of the guest who joins; cut to 24 characters */
            readonly name?: string;
            /**
             * Format: int64
             * @description of a move: the number of plies before it
             */
            readonly ply?: number;
        };
        readonly OnlineGame: {
            /**
             * @description time control
             * @example 5m+3s
             */
            readonly clock: string;
            /**
             * @description side of the creator
             * @enum {string}
             */
            readonly creator: "black" | "white";
            /**
             * @description how the round ended, if not by the rules
             * @enum {string}
             */
            readonly ended?: "time" | "resigned";
            /**
             * Format: int64
             * @description number of stored events; never decreases
             */
            readonly events: number;
            /** @description the position by the rules alone */
            readonly game: components["schemas"]["GameState"];
            /**
             * Format: int64
             * @description number of plies of the opening
             */
            readonly given: number;
            /** @description the player has an open event stream */
            readonly here: components["schemas"]["SidesBool"];
            readonly id: string;
            /**
             * @description with ended
             * @enum {string}
             */
            readonly loser?: "black" | "white";
            /** @description a move was taken back in this round */
            readonly mixed: boolean;
            /** @description of the players; may be empty */
            readonly names: components["schemas"]["SidesString"];
            /**
             * @description waiting: the guest has not joined
             * @enum {string}
             */
            readonly phase: "waiting" | "playing" | "over";
            /** @description of the finished rounds: 1 for a win, 0.5 for a draw */
            readonly points: components["schemas"]["SidesFloat64"];
            /** @description waits for the answer of the opponent */
            readonly request?: components["schemas"]["PlayerRequest"];
            /**
             * @description of the client, by its key
             * @enum {string}
             */
            readonly role: "creator" | "guest" | "viewer";
            /**
             * Format: int64
             * @description from 1; a rematch is the next round with swapped colours
             */
            readonly round: number;
            /** @description the clock of the side to move runs; the first move of a side is free */
            readonly running: boolean;
            /** @example kaeshi/online-game/1 */
            readonly schema: string;
            /**
             * Format: int64
             * @description milliseconds spent on the current move
             */
            readonly spent: number;
            /** @description milliseconds for each ply after the opening */
            readonly took: readonly number[];
            /**
             * Format: int64
             * @description number of event streams of others
             */
            readonly viewers: number;
            /**
             * @description side of the client; absent for viewers
             * @enum {string}
             */
            readonly you?: "black" | "white";
        };
        readonly OpenRequest: {
            /** @description a binary file in base64 */
            readonly base64?: string;
            /**
             * @description name, if the format is ambiguous
             * @example WTH_2001.wtb
             */
            readonly name?: string;
            /** @description text: games or positions in any format that Kaeshi reads */
            readonly text?: string;
        };
        readonly Opened: {
            /**
             * Format: int64
             * @description number of games that could not be read
             */
            readonly damaged: number;
            /** @description as in kaeshi convert; diagram: a board drawn on several lines */
            readonly format: string;
            /** @description the first 500; a position is a game without moves */
            readonly games: readonly components["schemas"]["OpenedGame"][];
            /**
             * Format: int64
             * @description number of further games
             */
            readonly more: number;
            /** @description the error of the first damaged game */
            readonly problem?: string;
            /** @example kaeshi/opened/1 */
            readonly schema: string;
        };
        readonly OpenedDetail: {
            readonly name: string;
            readonly value: string;
        };
        readonly OpenedGame: {
            readonly black: string;
            readonly comment?: string;
            /** @description in ISO 8601 as far as known; otherwise as in the file */
            readonly date?: string;
            /** @description other fields of the file */
            readonly details?: readonly components["schemas"]["OpenedDetail"][];
            readonly event?: string;
            /** @description the transcript without passes */
            readonly moves: string;
            /** @description tournament, round and date, as far as known */
            readonly name: string;
            /** @description comments, marks, scores and times of moves */
            readonly notes?: readonly components["schemas"]["OpenedNote"][];
            /** @description the set-up position */
            readonly position?: string;
            /**
             * @description why the game ended, unless the board decided
             * @example resign
             */
            readonly reason?: string;
            /** @description assumptions made about the text */
            readonly remarks?: readonly components["schemas"]["Sentence"][];
            /** @description Black's disc difference such as +6; 1-0 or 0-1 if only the winner is known */
            readonly result: string;
            readonly round?: string;
            /** Format: int64 */
            readonly size: number;
            /**
             * @description absent for a game from a set-up position
             * @enum {string}
             */
            readonly start?: "usual" | "parallel";
            /**
             * @description with variations in brackets, if any
             * @example f5d6c3(c4e3)d3
             */
            readonly tree?: string;
            readonly white: string;
        };
        readonly OpenedNote: {
            /** @description the moves to the position; a pass at the end is -- */
            readonly moves: string;
            readonly note: components["schemas"]["MoveNote"];
        };
        readonly Opening: {
            readonly en?: components["schemas"]["Name"];
            readonly ja?: components["schemas"]["Name"];
        };
        readonly OpeningList: {
            /** @description shortest first */
            readonly openings: readonly components["schemas"]["NamedOpening"][];
            /** @example kaeshi/openings/1 */
            readonly schema: string;
        };
        readonly OpeningName: {
            readonly en?: string;
            readonly ja?: string;
        };
        readonly OpeningResults: {
            /**
             * Format: double
             * @description mean final disc difference for the player, rounded to 0.01
             */
            readonly average_score?: number;
            /**
             * @description of the player
             * @enum {string}
             */
            readonly colour: "black" | "white";
            /** Format: int64 */
            readonly drawn: number;
            /** Format: int64 */
            readonly games: number;
            /** Format: int64 */
            readonly lost: number;
            readonly opening: components["schemas"]["NamesText"];
            /** Format: int64 */
            readonly won: number;
        };
        readonly Option: {
            /** @description the squares of the flipped discs */
            readonly flips: readonly string[];
            readonly move: string;
        };
        readonly Picture: {
            readonly caption: components["schemas"]["Sentence"];
            /** Format: int64 */
            readonly step: number;
            readonly text: string;
        };
        readonly PlayRecord: {
            readonly rows: readonly components["schemas"]["RecordRow"][];
            /** @example kaeshi/record/1 */
            readonly schema: string;
            /** @description time of the last reset (RFC 3339); empty if there was none */
            readonly since: string;
        };
        readonly Played: {
            readonly black: string;
            readonly detail?: string;
            /** Format: int64 */
            readonly game: number;
            /** Format: int64 */
            readonly opening: number;
            readonly position: string;
            readonly pov: string;
            readonly reason?: string;
            readonly schema: string;
            /** Format: int64 */
            readonly score: number;
            /** Format: double */
            readonly seconds: number;
            readonly transcript: string;
            readonly white: string;
        };
        readonly PlayedTournament: {
            /** Format: date-time */
            readonly began: string;
            /** Format: int64 */
            readonly draws: number;
            /** Format: date-time */
            readonly ended?: string;
            /** Format: int64 */
            readonly games: number;
            /** Format: int64 */
            readonly id: number;
            /** Format: int64 */
            readonly losses: number;
            readonly name?: string;
            /** @description rating from this tournament only */
            readonly performance?: components["schemas"]["RatingBounds"];
            /** @description specifications, as entered */
            readonly players: readonly string[];
            /** Format: int64 */
            readonly wins: number;
        };
        readonly PlayerInfo: {
            /** @description the player always chooses the same move in the same game */
            readonly deterministic: boolean;
            /**
             * @description human-like, search effort, or textbook
             * @enum {string}
             */
            readonly group: "skill" | "level" | "algorithm";
            readonly name: components["schemas"]["PlayerName"];
            /**
             * Format: int64
             * @description the skill, level or depth; 0 if the player has none
             */
            readonly number: number;
            /**
             * Format: int64
             * @description measured Elo relative to skill 1; absent if unmeasured
             */
            readonly rating?: number;
            /** @description supported board sizes */
            readonly sizes: readonly number[];
            /**
             * @description player spec, as other operations accept it
             * @example kaeshi:skill=1
             */
            readonly spec: string;
        };
        readonly PlayerList: {
            readonly players: readonly components["schemas"]["PlayerInfo"][];
            /** @example kaeshi/players/1 */
            readonly schema: string;
        };
        readonly PlayerName: {
            readonly en: string;
            readonly ja: string;
        };
        readonly PlayerRequest: {
            /** @enum {string} */
            readonly by: "black" | "white";
            /** @enum {string} */
            readonly kind: "take-back" | "rematch";
        };
        readonly PlayerResults: {
            /**
             * Format: double
             * @description mean final disc difference for the player, rounded to 0.01
             */
            readonly average_score?: number;
            /** Format: int64 */
            readonly drawn: number;
            /** Format: int64 */
            readonly games: number;
            /** Format: int64 */
            readonly lost: number;
            /** Format: int64 */
            readonly won: number;
        };
        readonly PlayerStatistics: {
            readonly as_black: components["schemas"]["PlayerResults"];
            readonly as_white: components["schemas"]["PlayerResults"];
            /**
             * Format: double
             * @description mean final disc difference for the player, rounded to 0.01
             */
            readonly average_score?: number;
            /** Format: int64 */
            readonly drawn: number;
            /** Format: int64 */
            readonly games: number;
            /** Format: int64 */
            readonly lost: number;
            readonly name: string;
            /** @description the most frequent first, at most 40 */
            readonly openings: readonly components["schemas"]["OpeningResults"][];
            /**
             * Format: int64
             * @description number of games whose openings were counted: the newest 2000
             */
            readonly openings_of: number;
            /** @description those with the most games first, at most 20 */
            readonly opponents: readonly components["schemas"]["ExploredPlayer"][];
            /** @example kaeshi/explorer-player/1 */
            readonly schema: string;
            /** Format: int64 */
            readonly won: number;
            /** @description the first year first; 0: the year is not known */
            readonly years: readonly components["schemas"]["YearResults"][];
        };
        readonly Ply: {
            /** @description the squares of the flipped discs */
            readonly flips: readonly string[];
            /** @description a square, or pass */
            readonly move: string;
            /** @enum {string} */
            readonly turn: "black" | "white";
        };
        readonly Proved: {
            /**
             * Format: int64
             * @description proved lower bound; -64: none
             */
            readonly at_least: number;
            /**
             * Format: int64
             * @description proved upper bound; 64: none
             */
            readonly at_most: number;
            /**
             * @description publication of the proof
             * @example Takizawa 2023
             */
            readonly source: string;
        };
        readonly ProvedScore: {
            readonly position: string;
            /** @example kaeshi/proved-score/1 */
            readonly schema: string;
            /**
             * Format: int64
             * @description final disc difference for the side to move
             */
            readonly score: number;
        };
        readonly Proving: {
            /**
             * Format: int64
             * @description positions of the present certificate so far
             */
            readonly nodes: number;
            /**
             * Format: int64
             * @description position in the queue from 1; 0 while the proof runs
             */
            readonly queue: number;
            /** @example kaeshi/proving/1 */
            readonly schema: string;
            /**
             * @description proving and checking for each claim
             * @enum {string}
             */
            readonly step: "queued" | "searching" | "proving" | "checking";
        };
        readonly Puzzle: {
            readonly best: readonly string[] | null;
            /** Format: int64 */
            readonly confidence?: number;
            /** Format: int64 */
            readonly depth: number;
            /** Format: int64 */
            readonly difficulty: number;
            /** Format: int64 */
            readonly empties: number;
            readonly from: string;
            readonly id: string;
            readonly pair?: readonly string[] | null;
            /** Format: int64 */
            readonly plies?: number;
            readonly position: string;
            readonly scores: {
                readonly [key: string]: number;
            };
            /** Format: int64 */
            readonly tempting: number;
        };
        readonly PuzzleList: {
            /** @description scores: exact score of each move; best: best moves */
            readonly puzzles: readonly components["schemas"]["Puzzle"][];
            /** @example kaeshi/puzzles/1 */
            readonly schema: string;
        };
        readonly QrRequest: {
            readonly text: string;
        };
        readonly RatedPlayer: {
            /** Format: int64 */
            readonly draws: number;
            /**
             * Format: double
             * @description rating above the mean of the group
             */
            readonly elo: number;
            /**
             * Format: double
             * @description upper bound of the 95 % interval
             */
            readonly elo_high: number;
            /**
             * Format: double
             * @description lower bound of the 95 % interval
             */
            readonly elo_low: number;
            /**
             * Format: int64
             * @description finished games against other players
             */
            readonly games: number;
            /** Format: int64 */
            readonly losses: number;
            /**
             * Format: double
             * @description mean final disc difference from the player's view
             */
            readonly mean_discs: number;
            /**
             * Format: int64
             * @description number of opponents
             */
            readonly opponents: number;
            /** @description the specification, which identifies the player in all tournaments */
            readonly player: string;
            /**
             * Format: double
             * @description one for a win and a half for a draw
             */
            readonly points: number;
            /** Format: int64 */
            readonly tournaments: number;
            /** Format: int64 */
            readonly wins: number;
        };
        readonly RatingBounds: {
            /** Format: double */
            readonly elo: number;
            /** Format: double */
            readonly elo_high: number;
            /** Format: double */
            readonly elo_low: number;
        };
        readonly RatingGroup: {
            /**
             * Format: int64
             * @description finished games within the group
             */
            readonly games: number;
            /** @description the strongest first */
            readonly players: readonly components["schemas"]["RatedPlayer"][];
        };
        readonly RatingHistory: {
            /**
             * Format: int64
             * @description index of the group in GET /ratings; -1: no rating
             */
            readonly group: number;
            readonly player: string;
            /** @description as in GET /ratings */
            readonly rating?: components["schemas"]["RatedPlayer"];
            /** @example kaeshi/rating-history/1 */
            readonly schema: string;
            /** @description tournaments, newest first */
            readonly tournaments: readonly components["schemas"]["PlayedTournament"][];
        };
        readonly RatingList: {
            /**
             * Format: int64
             * @description number of finished games
             */
            readonly games: number;
            /** @description players linked by games, the largest group first */
            readonly groups: readonly components["schemas"]["RatingGroup"][];
            /**
             * Format: int64
             * @description players beyond the 200 with the most games; they have no rating
             */
            readonly left_out: number;
            /** @example kaeshi/ratings/1 */
            readonly schema: string;
            /**
             * Format: int64
             * @description number of tournaments with finished games
             */
            readonly tournaments: number;
        };
        readonly Readiness: {
            /** @enum {string} */
            readonly status: "ready";
        };
        readonly Reason: {
            readonly code: string;
            readonly en: string;
            readonly ja: string;
            readonly values: {
                readonly [key: string]: unknown;
            };
            /** Format: double */
            readonly weight: number;
        };
        readonly Reasons: {
            readonly best: string;
            /** @description principal variation, starting with best */
            readonly best_line: readonly string[] | null;
            /** @description principal variation, starting with move */
            readonly line: readonly string[] | null;
            readonly move: string;
            readonly position: string;
            /** @description most important first; empty if none applies */
            readonly reasons: readonly components["schemas"]["Reason"][];
            /** @example kaeshi/why/1 */
            readonly schema: string;
        };
        readonly RecordRow: {
            /** Format: int64 */
            readonly draws: number;
            /** Format: int64 */
            readonly losses: number;
            /**
             * @description player spec
             * @example kaeshi:skill=3
             */
            readonly opponent: string;
            /** Format: int64 */
            readonly size: number;
            /**
             * Format: int64
             * @description games that the human won
             */
            readonly wins: number;
        };
        readonly Results: {
            /**
             * Format: double
             * @description mean final disc difference for Black, rounded to 0.01
             */
            readonly average_score_black?: number;
            /**
             * Format: int64
             * @description games that Black won
             */
            readonly black_wins: number;
            /** Format: int64 */
            readonly draws: number;
            /**
             * Format: int64
             * @description games with the position or one symmetric to it
             */
            readonly games: number;
            /**
             * Format: int64
             * @description games that White won
             */
            readonly white_wins: number;
        };
        readonly Row: {
            readonly algorithm: string;
            /** Format: int64 */
            readonly cutoffs: number;
            /** Format: int64 */
            readonly depth: number;
            readonly error?: string;
            readonly estimate?: boolean;
            /** Format: int64 */
            readonly leaves: number;
            readonly move: string;
            /** Format: int64 */
            readonly nodes: number;
            /** Format: double */
            readonly seconds: number;
            /** Format: int64 */
            readonly table_hits: number;
            readonly unit: string;
            /** Format: double */
            readonly value: number | null;
        };
        readonly SPRTProgress: {
            /** Format: double */
            readonly llr: number;
            /** Format: double */
            readonly lower: number;
            /** Format: int64 */
            readonly pairs: number;
            readonly test: string;
            /** Format: double */
            readonly upper: number;
            readonly verdict: string;
        };
        readonly Sentence: {
            readonly en: string;
            readonly ja: string;
        };
        readonly Side: {
            /** Format: double */
            readonly accuracy?: number;
            /** Format: int64 */
            readonly blunders: number;
            /** Format: int64 */
            readonly choices: number;
            /** Format: int64 */
            readonly inaccuracies: number;
            /** Format: double */
            readonly loss: number;
            /** Format: int64 */
            readonly mistakes: number;
            /** Format: int64 */
            readonly moves: number;
            /** Format: int64 */
            readonly uncertain: number;
        };
        readonly SidesBool: {
            readonly black: boolean;
            readonly white: boolean;
        };
        readonly SidesFloat64: {
            /** Format: double */
            readonly black: number;
            /** Format: double */
            readonly white: number;
        };
        readonly SidesString: {
            readonly black: string;
            readonly white: string;
        };
        readonly Small: {
            /** Format: int64 */
            readonly nodes: number;
            /** Format: int64 */
            readonly positions_made: number;
            readonly pv: readonly string[] | null;
            readonly schema: string;
            /** Format: double */
            readonly seconds: number;
            readonly start: string;
            /** Format: int64 */
            readonly value: number;
        };
        readonly Standing: {
            /** Format: int64 */
            readonly byes?: number;
            /** Format: int64 */
            readonly draws: number;
            /** Format: double */
            readonly elo: number;
            /** Format: double */
            readonly elo_high: number;
            /** Format: double */
            readonly elo_low: number;
            /** Format: int64 */
            readonly faults: number;
            /** Format: int64 */
            readonly games: number;
            /** Format: int64 */
            readonly losses: number;
            /** Format: double */
            readonly mean_discs: number;
            readonly player: string;
            /** Format: double */
            readonly points: number;
            /** Format: double */
            readonly seconds_per_move: number;
            /** Format: int64 */
            readonly wins: number;
        };
        readonly Standings: {
            readonly cross: readonly (readonly components["schemas"]["Cell"][] | null)[] | null;
            readonly finished: boolean;
            readonly format: string;
            readonly head?: components["schemas"]["Head"];
            /** Format: int64 */
            readonly id: number;
            readonly name?: string;
            readonly openings: string;
            /** Format: int64 */
            readonly played: number;
            readonly players: readonly components["schemas"]["Standing"][] | null;
            readonly schema: string;
            /** Format: int64 */
            readonly seed: number;
            readonly time: string;
            /** Format: int64 */
            readonly total: number;
        };
        readonly StartLine: {
            readonly moves: string;
            /** @description the one-line position after the moves */
            readonly position: string;
        };
        readonly StartList: {
            /** @example kaeshi/starts/1 */
            readonly schema: string;
            readonly starts: readonly components["schemas"]["StartLine"][];
        };
        readonly StoredGame: {
            readonly black: string;
            /** Format: int64 */
            readonly discs_black: number;
            /** Format: int64 */
            readonly discs_white: number;
            /**
             * @description how the loser lost, if not by the rules
             * @enum {string}
             */
            readonly ended?: "time" | "resigned";
            readonly id: string;
            readonly mixed: boolean;
            readonly moves: string;
            /**
             * Format: date-time
             * @description when it was stored
             */
            readonly played: string;
            /** @description the set-up position */
            readonly position?: string;
            /** @example kaeshi/stored-game/1 */
            readonly schema: string;
            /**
             * Format: int64
             * @description Black's final disc difference, with empty squares to the winner
             */
            readonly score_black: number;
            /** Format: int64 */
            readonly size: number;
            /**
             * @description absent for a game from a set-up position
             * @enum {string}
             */
            readonly start?: "usual" | "parallel";
            readonly white: string;
            /** @enum {string} */
            readonly winner: "black" | "white" | "draw";
        };
        readonly StoredTicTacToe: {
            /** @enum {string} */
            readonly human: "x" | "o";
            readonly id: string;
            readonly moves: string;
            /**
             * Format: date-time
             * @description when it was stored
             */
            readonly played: string;
            /**
             * @description result of the human
             * @enum {string}
             */
            readonly result: "win" | "loss" | "draw";
            /** @example kaeshi/stored-tictactoe/1 */
            readonly schema: string;
        };
        readonly Table: {
            readonly by_depth?: {
                readonly [key: string]: readonly number[] | null;
            };
            /** Format: int64 */
            readonly depth: number;
            readonly game: string;
            readonly position: string;
            readonly rows: readonly components["schemas"]["Row"][] | null;
            readonly schema: string;
            /** Format: int64 */
            readonly size?: number;
        };
        readonly TicTacToeAnswer: {
            /** Format: int64 */
            readonly index: number;
            /** @example b2 */
            readonly move: string;
            /**
             * Format: int64
             * @description score for the side to move on the scale of the program
             * @enum {integer}
             */
            readonly score: -10 | 0 | 10;
        };
        readonly TicTacToeOption: {
            /**
             * Format: int64
             * @description the square from a1 = 0 row by row
             */
            readonly index: number;
            /** @example b2 */
            readonly move: string;
            /**
             * Format: int64
             * @description minimax value for the side to move: 1 win, 0 draw, -1 loss
             * @enum {integer}
             */
            readonly value: -1 | 0 | 1;
        };
        readonly TicTacToeRecord: {
            /** Format: int64 */
            readonly draws: number;
            /** Format: int64 */
            readonly losses: number;
            /** @example kaeshi/tictactoe-record/1 */
            readonly schema: string;
            /** @description time of the last reset (RFC 3339); empty if there was none */
            readonly since: string;
            /**
             * Format: int64
             * @description games that the human won
             */
            readonly wins: number;
        };
        readonly TicTacToeState: {
            /** @description squares of a winning row, from a1 = 0; else empty */
            readonly line: readonly number[];
            /** @description the legal moves; empty when the game is over */
            readonly moves: readonly components["schemas"]["TicTacToeOption"][];
            readonly over: boolean;
            readonly position: string;
            /** @description choice of classic/tictactoe, unless the game is over */
            readonly program?: components["schemas"]["TicTacToeAnswer"];
            /** @example kaeshi/tictactoe/1 */
            readonly schema: string;
            /**
             * @description the side to move; meaningless when the game is over
             * @enum {string}
             */
            readonly turn: "x" | "o";
            /**
             * @description empty until the game is over
             * @enum {string}
             */
            readonly winner: "x" | "o" | "draw" | "";
        };
        readonly Tournament: {
            readonly adjudicate?: string;
            /** Format: int64 */
            readonly concurrency?: number;
            readonly fewer?: {
                readonly [key: string]: number;
            };
            readonly format?: string;
            /** Format: int64 */
            readonly games?: number;
            readonly margin?: string;
            readonly name?: string;
            readonly openings?: string;
            readonly players: readonly string[] | null;
            /** Format: int64 */
            readonly rounds?: number;
            readonly schema: string;
            /** Format: int64 */
            readonly seed?: number;
            readonly sprt?: string;
            readonly time?: string;
        };
        readonly TournamentGame: {
            /** Format: date-time */
            readonly began: string;
            readonly black: string;
            /**
             * Format: int64
             * @description number of plies of the opening
             */
            readonly book: number;
            readonly detail?: string;
            /** Format: date-time */
            readonly ended: string;
            /** Format: int64 */
            readonly game: number;
            /** Format: int64 */
            readonly opening: number;
            readonly position: string;
            readonly pov: string;
            readonly reason?: string;
            readonly schema: string;
            /** Format: int64 */
            readonly score: number;
            /** Format: double */
            readonly seconds: number;
            /** @description seconds for each ply after the opening, passes included */
            readonly took: readonly number[];
            readonly transcript: string;
            readonly white: string;
        };
        readonly TournamentGames: {
            /** @description finished games, last of the schedule first */
            readonly games: readonly components["schemas"]["Played"][];
            /** @example kaeshi/tournament-games/1 */
            readonly schema: string;
        };
        readonly TournamentLimits: {
            /**
             * Format: int64
             * @description greatest number of games at a time
             */
            readonly concurrency: number;
            /**
             * Format: int64
             * @description greatest number of games in all
             */
            readonly games: number;
            /**
             * Format: double
             * @description greatest duration with all clocks used up
             */
            readonly hours: number;
            /**
             * Format: int64
             * @description greatest number of players times games at a time
             */
            readonly instances: number;
            /**
             * Format: double
             * @description greatest time of a move
             */
            readonly move_seconds: number;
            /**
             * Format: int64
             * @description greatest number of queued, running and paused tournaments
             */
            readonly open: number;
            /**
             * Format: int64
             * @description greatest K of balanced:K and random:K
             */
            readonly openings: number;
            /**
             * Format: int64
             * @description those of one client
             */
            readonly per_client: number;
            /**
             * Format: int64
             * @description greatest number of players
             */
            readonly players: number;
            /**
             * Format: double
             * @description running time after which a tournament is interrupted
             */
            readonly running_hours: number;
            /** @example kaeshi/tournament-limits/1 */
            readonly schema: string;
            /**
             * Format: int64
             * @description default number of games at a time
             */
            readonly usual_concurrency: number;
            /**
             * Format: int64
             * @description queued, running and paused tournaments
             */
            readonly waiting: number;
        };
        readonly TournamentList: {
            /** @example kaeshi/tournaments/1 */
            readonly schema: string;
            /** @description newest first */
            readonly tournaments: readonly components["schemas"]["TournamentRow"][];
        };
        readonly TournamentRequest: {
            /** @description such as empties:10 or lead:20/6 */
            readonly adjudicate?: string;
            /**
             * Format: int64
             * @description games at a time; 0: usual
             */
            readonly concurrency?: number;
            /**
             * @default roundrobin
             * @enum {string}
             */
            readonly format: "roundrobin" | "gauntlet" | "swiss" | "knockout";
            /**
             * Format: int64
             * @description of each pairing, even; 0: usual
             */
            readonly games?: number;
            /** @description title */
            readonly name?: string;
            /** @description balanced:K, random:K, names or start */
            readonly openings?: string;
            /** @description specs of computer players */
            readonly players: readonly string[];
            /**
             * Format: int64
             * @description of a swiss tournament; 0: usual
             */
            readonly rounds?: number;
            /**
             * Format: int64
             * @description of all random choices
             */
            readonly seed?: number;
            /** @description such as elo0=0,elo1=10,alpha=0.05,beta=0.05 */
            readonly sprt?: string;
            /** @description such as 5m+3s, 1s/move, depth:8 or nodes:100000 */
            readonly time?: string;
        };
        readonly TournamentRow: {
            /** Format: date-time */
            readonly began: string;
            /** Format: date-time */
            readonly ended?: string;
            /** @enum {string} */
            readonly format: "roundrobin" | "gauntlet" | "swiss" | "knockout";
            /**
             * Format: date-time
             * @description when something was last stored
             */
            readonly heard: string;
            /** Format: int64 */
            readonly id: number;
            readonly name?: string;
            /** Format: int64 */
            readonly played: number;
            /** @description specifications, as entered */
            readonly players: readonly string[];
            /** @description reason of a failed run */
            readonly problem?: string;
            /**
             * @description of a server; else absent
             * @enum {string}
             */
            readonly run?: "queued" | "running" | "paused" | "cancelled" | "failed" | "done";
            /**
             * @description quiet: unfinished, nothing stored for 2 minutes
             * @enum {string}
             */
            readonly state: "running" | "quiet" | "finished";
            /** @description the time control; absent when each specification has its own limit */
            readonly time?: string;
            /**
             * Format: int64
             * @description games of the rounds drawn so far
             */
            readonly total: number;
            /** @description the winner of a finished tournament */
            readonly winner?: string;
        };
        readonly TournamentRun: {
            /** Format: date-time */
            readonly began: string;
            /** Format: date-time */
            readonly ended?: string;
            /** @enum {string} */
            readonly format: "roundrobin" | "gauntlet" | "swiss" | "knockout";
            /**
             * Format: date-time
             * @description when something was last stored
             */
            readonly heard: string;
            /** Format: int64 */
            readonly id: number;
            readonly name?: string;
            /** Format: int64 */
            readonly played: number;
            /** @description specifications, as entered */
            readonly players: readonly string[];
            /** @description reason of a failed run */
            readonly problem?: string;
            /**
             * @description of a server; else absent
             * @enum {string}
             */
            readonly run?: "queued" | "running" | "paused" | "cancelled" | "failed" | "done";
            /** @example kaeshi/tournament-run/1 */
            readonly schema: string;
            /**
             * @description quiet: unfinished, nothing stored for 2 minutes
             * @enum {string}
             */
            readonly state: "running" | "quiet" | "finished";
            /** @description the time control; absent when each specification has its own limit */
            readonly time?: string;
            /**
             * Format: int64
             * @description games of the rounds drawn so far
             */
            readonly total: number;
            /** @description the winner of a finished tournament */
            readonly winner?: string;
        };
        readonly TournamentState: {
            /** Format: date-time */
            readonly began: string;
            /** Format: date-time */
            readonly ended?: string;
            /**
             * Format: date-time
             * @description when something was last stored
             */
            readonly heard: string;
            /** Format: int64 */
            readonly id: number;
            readonly name?: string;
            /** @description names of the players in tables, as entered */
            readonly names: readonly string[];
            /** @description reason of a failed run */
            readonly problem?: string;
            /**
             * @description of a server; else absent
             * @enum {string}
             */
            readonly run?: "queued" | "running" | "paused" | "cancelled" | "failed" | "done";
            /** @example kaeshi/tournament-state/1 */
            readonly schema: string;
            /** @description the description, which kaeshi match --file reads */
            readonly spec: components["schemas"]["Tournament"];
            readonly standings: components["schemas"]["Standings"];
            /**
             * @description quiet: unfinished, nothing stored for 2 minutes
             * @enum {string}
             */
            readonly state: "running" | "quiet" | "finished";
        };
        readonly TreeAnalysis: {
            /** @description best move first */
            readonly moves: readonly components["schemas"]["TreeMove"][];
        } & {
            readonly [key: string]: unknown;
        };
        readonly TreeDocument: {
            /** @description name of the black player */
            readonly black?: string;
            /** @description comment on the game */
            readonly comment?: string;
            readonly date?: string;
            /** @description other fields, as in POST /open */
            readonly details?: readonly components["schemas"]["OpenedDetail"][];
            readonly event?: string;
            /** @description set-up position instead of size and start */
            readonly position?: string;
            /** @description why the game ended, as in POST /open */
            readonly reason?: string;
            /** @description as in POST /open; absent if the board decides */
            readonly result?: string;
            readonly round?: string;
            /** @enum {string} */
            readonly schema: "kaeshi/analysis-tree/1";
            /**
             * Format: int64
             * @default 8
             */
            readonly size: number;
            /**
             * @default usual
             * @enum {string}
             */
            readonly start: "usual" | "parallel";
            /** @description the root of the tree */
            readonly tree: components["schemas"]["TreeNode"];
            /** @description name of the white player */
            readonly white?: string;
        } & {
            readonly [key: string]: unknown;
        };
        readonly TreeJudged: {
            readonly best: readonly string[];
            /**
             * @description device: the engine in the browser
             * @enum {string}
             */
            readonly engine?: "" | "device";
            /** Format: double */
            readonly loss: number;
            /** @enum {string} */
            readonly mark?: "" | "?!" | "?" | "??";
            /** Format: double */
            readonly played: number;
            /** @description the loss may be too small for the mark */
            readonly uncertain?: boolean;
            readonly why?: readonly components["schemas"]["TreeReason"][] | null;
        } & {
            readonly [key: string]: unknown;
        };
        readonly TreeMove: {
            readonly move: string;
            readonly pv: readonly string[];
            /** Format: double */
            readonly score?: number;
        } & {
            readonly [key: string]: unknown;
        };
        readonly TreeNode: {
            /** @description the analysis of the position */
            readonly analysis?: components["schemas"]["TreeAnalysis"];
            /** @description the judgement of the move */
            readonly judged?: components["schemas"]["TreeJudged"];
            /** @description a square, or pass; absent at the root */
            readonly move?: string;
            /** @description the first child continues the line; the others are variations */
            readonly next?: readonly components["schemas"]["TreeNode"][] | null;
            /** @description what the opened file contains about the move */
            readonly note?: components["schemas"]["MoveNote"];
        } & {
            readonly [key: string]: unknown;
        };
        readonly TreeReason: {
            readonly en: string;
            readonly ja: string;
        } & {
            readonly [key: string]: unknown;
        };
        readonly UnitFailure: {
            /** Format: int64 */
            readonly attempts: number;
            readonly reason: string;
            /** @description its description as JSON */
            readonly unit: string;
            /** @description the last one that tried */
            readonly worker: string;
        };
        readonly UnitFailures: {
            /** @description at most 100, in no particular order */
            readonly failures: readonly components["schemas"]["UnitFailure"][];
            /** @example kaeshi/unit-failures/1 */
            readonly schema: string;
        };
        readonly WatchBoard: {
            readonly black: string;
            /**
             * Format: int64
             * @description its number in the schedule, from 0
             */
            readonly game: number;
            /** @description the move that led there */
            readonly last?: string;
            /**
             * Format: int64
             * @description number of moves, with passes and the opening
             */
            readonly moves: number;
            readonly over: boolean;
            /** @description in one line */
            readonly position: string;
            /**
             * @description why the game ended early
             * @enum {string}
             */
            readonly reason?: "fault" | "time" | "adjudicated";
            /**
             * Format: int64
             * @description final disc difference from Black's view, when over
             */
            readonly score: number;
            readonly white: string;
        };
        readonly YearResults: {
            /**
             * Format: double
             * @description mean final disc difference for the player, rounded to 0.01
             */
            readonly average_score?: number;
            /** Format: int64 */
            readonly drawn: number;
            /** Format: int64 */
            readonly games: number;
            /** Format: int64 */
            readonly lost: number;
            /** Format: int64 */
            readonly won: number;
            /** Format: int64 */
            readonly year: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
