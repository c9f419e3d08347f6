import { describe, expect, it } from 'vitest';
import { arrowPath, arrowsText, readShapes } from './shapes.svelte';

describe('shapes', () => {
  it('are parsed from user input and formatted for the server', () => {
    const read = readShapes('C4D3, e6-f7 d1→d2 a1a1 z9z8', 'd3 d3, h9 a8', 8);
    expect(arrowsText(read.arrows)).toBe('c4d3,e6f7,d1d2');
    expect(read.circles).toEqual(['d3', 'a8']);
    expect(readShapes('c4h8', 'h8', 4)).toEqual({ arrows: [], circles: [] });
  });

  it('point at the centre of a square', () => {
    const { shaft, head } = arrowPath([0.5, 0.5], [3.5, 0.5]);
    expect(shaft).toBe('M0.720 0.500L3.120 0.500');
    expect(head).toBe('M3.420 0.500L3.060 0.720L3.060 0.280Z');
  });
});
