/**
 * The tournament pages in the URL fragment: #tournaments, #tournaments/3, #tournaments/3?player=greedy&versus=random,
 * #tournaments/3/game/7?at=12, #tournaments/ratings?player=greedy, #tournaments/new
 */

export interface Place {
  section: 'list' | 'new' | 'tournament' | 'game' | 'ratings';
  id: number;
  /** The game's number in the schedule, from 0. */
  game: number;
  /** The ply shown; null for the end of the game. */
  at: number | null;
  /**
   * In a tournament, the player whose games are listed; '' for all. In the ratings, the player whose history is shown.
   */
  player: string;
  versus: string;
}

const LIST: Place = { section: 'list', id: 0, game: 0, at: null, player: '', versus: '' };

/** Parses a URL fragment; returns the list of tournaments if it is invalid. */
export function parsePlace(hash: string): Place {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?', 2);
  const [page, id, section, game] = path.split('/');
  if (page === 'tournaments' && id === 'new') return { ...LIST, section: 'new' };
  if (page === 'tournaments' && id === 'ratings')
    return { ...LIST, section: 'ratings', player: new URLSearchParams(query).get('player') ?? '' };
  if (page !== 'tournaments' || !isCount(id) || Number(id) === 0) return LIST;
  const fields = new URLSearchParams(query);
  const tournament: Place = {
    ...LIST,
    section: 'tournament',
    id: Number(id),
    player: fields.get('player') ?? '',
    versus: fields.get('versus') ?? '',
  };
  if (section !== 'game' || !isCount(game)) return tournament;
  const at = fields.get('at');
  return { ...tournament, section: 'game', game: Number(game), at: isCount(at) ? Number(at) : null };
}

const isCount = (text: string | null | undefined): text is string => typeof text === 'string' && /^\d{1,9}$/.test(text);

export function formatPlace(place: Partial<Place>): string {
  const { id = 0, game = 0, at = null, player = '', versus = '' } = place;
  if (place.section === 'tournament') return `#tournaments/${id}${queryOf({ player, versus })}`;
  if (place.section === 'game')
    return `#tournaments/${id}/game/${game}${queryOf({ player, versus, at: at === null ? '' : String(at) })}`;
  if (place.section === 'new') return '#tournaments/new';
  return place.section === 'ratings' ? `#tournaments/ratings${queryOf({ player })}` : '#tournaments';
}

function queryOf(fields: Readonly<Record<string, string>>): string {
  const named = Object.entries(fields).filter(([, value]) => value !== '');
  return named.length > 0 ? `?${named.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join('&')}` : '';
}
