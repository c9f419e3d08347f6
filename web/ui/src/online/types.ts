/** The server's documents about games by link. */
import type { Body, Narrow, Schemas } from '../api/types';
import type { Snapshot } from '../board/game/types';

/** The state of a game. */
export type OnlineGame = Narrow<Body<'OnlineGame'>, { readonly game: Snapshot }>;

export type CreatedGame = Narrow<Body<'CreatedOnlineGame'>, { readonly game: OnlineGame }>;

/** What the creator chooses. */
export type NewGame = Pick<Schemas['NewOnlineGame'], 'size' | 'clock' | 'colour' | 'name'>;

/** An action of a player. */
export type Action = Schemas['OnlineAction'];

export type RequestKind = NonNullable<OnlineGame['request']>['kind'];
