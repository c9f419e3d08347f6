/** The server's response types for the database of games. */
import type { Body, Schemas } from '../api/types';

export type DatabaseState = Body<'DatabaseState'>;
export type Explored = Schemas['Explored'];
export type ExploredGame = Schemas['ExploredGame'];
export type ExploredMove = Schemas['ExploredMove'];
export type Results = Schemas['Results'];
export type PlayerResults = Schemas['PlayerResults'];
export type ListedPlayer = Schemas['ExploredPlayer'];
export type Players = Body<'ExploredPlayers'>;
export type Events = Body<'ExploredEvents'>;
export type Statistics = Body<'PlayerStatistics'>;
/** The names of an opening. */
export type OpeningNames = Schemas['NamesText'];
export type Format = 'transcript' | 'ggf' | 'sgf' | 'wthor' | 'pgn' | 'json';

/** The result of an import. */
export type Imported = Schemas['ImportDone'];
