import { describe, expect, it } from 'vitest';
import { boundOf, isProved } from './proof';

const proof = (atLeast: number, atMost: number) => ({ proved: { at_least: atLeast, at_most: atMost, source: 'A 1' } });

describe('a proof', () => {
  it.each([
    ['none', {}, false, null],
    ['of a value', proof(0, 0), true, null],
    ['of a lower bound', proof(2, 64), false, { side: 'least', bound: 2, source: 'A 1' }],
    ['of an upper bound', proof(-64, -2), false, { side: 'most', bound: -2, source: 'A 1' }],
    ['of both bounds', proof(-2, 4), false, { side: 'least', bound: -2, source: 'A 1' }],
  ] as const)('%s', (_, value, proved, bound) => {
    expect([isProved(value), boundOf(value)]).toEqual([proved, bound]);
  });

  it.each([
    ['a lower bound is an upper one', proof(2, 64), { side: 'most', bound: -2, source: 'A 1' }],
    ['an upper bound is a lower one', proof(-64, -2), { side: 'least', bound: 2, source: 'A 1' }],
    ['a bound of 0 has no sign', proof(0, 64), { side: 'most', bound: 0, source: 'A 1' }],
    ['a proved value has no bound', proof(0, 0), null],
  ] as const)('from the other side: %s', (_, value, bound) => {
    expect(boundOf(value, true)).toEqual(bound);
  });
});
