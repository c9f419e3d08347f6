/**
 * The addresses of games by link. In the app: #online to create a game, with terms chosen before in a query, and
 * #online/ID for a game. A link that is shared
 * has the id in its query too, for previews, and may have the key of a player: /online?game=ID#online/ID/KEY. Browsers
 * do not send the part after #, so the key appears in no log.
 */

import { parseControl } from '../board/game/clock';
import { SIZES, type Size } from '../board/game/types';

export interface Place {
  /** '' for the page that creates a game. */
  id: string;
  /** '' for a link without a key. */
  key: string;
}

const ADDRESS = /^#online(?:\/([A-Z0-9]{8,32})(?:\/([A-Z0-9]{16,64}))?)?$/;

export function parsePlace(hash: string): Place {
  const [, id = '', key = ''] = ADDRESS.exec(hash) ?? [];
  return { id, key };
}

/** What is chosen for a game that is not created yet. */
export interface Terms {
  colour: 'black' | 'white' | 'random';
  /** A time control, or '' for none. */
  clock: string;
  size: Size;
}

/** Returns the address of the page that creates a game with the terms. */
export const createAddress = ({ colour, clock, size }: Terms): string =>
  `#online?${new URLSearchParams({ colour, clock, size: String(size) })}`;

/** Returns the terms of an address; those that it does not have, or that are invalid, are undefined. */
export function parseTerms(hash: string): Partial<Terms> {
  const query = new URLSearchParams(/^#online\?(.*)/.exec(hash)?.[1]);
  const [colour, clock] = [query.get('colour'), query.get('clock')];
  const size = SIZES.find((one) => String(one) === query.get('size'));
  return {
    ...(colour === 'black' || colour === 'white' || colour === 'random' ? { colour } : {}),
    ...(clock === '' || (clock && parseControl(clock)) ? { clock } : {}),
    ...(size ? { size } : {}),
  };
}

export const gameAddress = (id: string): string => `#online/${id}`;

/** Returns a link to share: for the player with the key, or without a key for spectators. */
export function sharedLink(id: string, key = ''): string {
  const url = new URL('online', document.baseURI);
  url.search = `?game=${id}`;
  url.hash = key ? `${gameAddress(id)}/${key}` : gameAddress(id);
  return url.href;
}

/** Reports whether other devices cannot open the links of this page. */
export const isLocal = (host: string): boolean => /^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/.test(host);
