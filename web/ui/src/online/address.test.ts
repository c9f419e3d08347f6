import { beforeEach, describe, expect, it } from 'vitest';
import { setUpPage } from '../api/fake';
import { createAddress, gameAddress, isLocal, parsePlace, parseTerms, sharedLink } from './address';
import { forgetGame, keepGame, keptGames, keyOf } from './keys';

const ID = 'ABCDEFGHIJKLMNOP';
const KEY = 'QRSTUVWXYZ234567QRSTUVWXYZ';

beforeEach(() => setUpPage());

describe('addresses', () => {
  it('are parsed', () => {
    expect(parsePlace('#online')).toEqual({ id: '', key: '' });
    expect(parsePlace(`#online/${ID}`)).toEqual({ id: ID, key: '' });
    expect(parsePlace(`#online/${ID}/${KEY}`)).toEqual({ id: ID, key: KEY });
    for (const wrong of ['', '#online/', '#online/../games', `#online/${ID}/short`, `#online/${ID}/${KEY}/more`])
      expect(parsePlace(wrong), wrong).toEqual({ id: '', key: '' });
  });

  it('have the key in the part that browsers do not send', () => {
    const link = new URL(sharedLink(ID, KEY));
    expect([link.pathname, link.search, link.hash]).toEqual(['/online', `?game=${ID}`, `#online/${ID}/${KEY}`]);
    expect(parsePlace(link.hash)).toEqual({ id: ID, key: KEY });
    expect(sharedLink(ID).endsWith(gameAddress(ID))).toBe(true);
  });

  it('keep the terms of a game that is not created yet', () => {
    const terms = { colour: 'white', clock: '5m+3s', size: 6 } as const;
    expect(parseTerms(createAddress(terms))).toEqual(terms);
    expect(parsePlace(createAddress(terms))).toEqual({ id: '', key: '' });
  });

  it.each([
    ['#online', {}],
    ['#online?colour=red&clock=soon&size=7', {}],
    ['#online?clock=', { clock: '' }],
    ['#online?size=6&colour=random', { colour: 'random', size: 6 }],
  ])('have the valid terms of %s only', (hash, terms) => expect(parseTerms(hash)).toEqual(terms));

  it.each([
    ['localhost', true],
    ['127.0.0.1', true],
    ['[::1]', true],
    ['192.168.1.5', false],
    ['kaeshi.example', false],
  ])('on %s are local: %s', (host, local) => expect(isLocal(host)).toBe(local));
});

describe('kept keys', () => {
  it('belong to their games', () => {
    keepGame({ id: ID, key: KEY, guestKey: 'GUEST' });
    keepGame({ id: 'OTHER', key: 'X' });
    expect([keyOf(ID), keyOf('OTHER'), keyOf('NONE')]).toEqual([KEY, 'X', '']);
    expect(keptGames().map(({ id }) => id)).toEqual(['OTHER', ID]);
  });

  it('of another side are used in their tab only', () => {
    keepGame({ id: ID, key: KEY, guestKey: 'GUEST' });
    keepGame({ id: ID, key: 'GUEST' });
    expect(keyOf(ID)).toBe('GUEST');
    expect(keptGames()).toEqual([{ id: ID, key: KEY, guestKey: 'GUEST' }]);
    sessionStorage.clear();
    expect(keyOf(ID)).toBe(KEY);
    forgetGame(ID);
    expect(keyOf(ID)).toBe('');
  });

  it('are limited in number', () => {
    for (let i = 0; i < 40; i++) keepGame({ id: `GAME${i}`, key: KEY });
    expect(keptGames()).toHaveLength(30);
  });
});
