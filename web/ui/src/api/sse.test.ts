import { describe, expect, it } from 'vitest';
import { EventReader } from './sse';

const STREAM = 'event: progress\ndata: {"depth":1}\n\n: still here\n\nid: 7\nevent: move\ndata: {"move":"d3"}\n\n';
const EVENTS = [
  { name: 'progress', id: '', data: '{"depth":1}' },
  { name: 'move', id: '7', data: '{"move":"d3"}' },
];

describe('EventReader', () => {
  it('reads a complete stream', () => {
    expect(new EventReader().push(STREAM)).toEqual(EVENTS);
  });

  it('accepts chunks of any size', () => {
    for (let cut = 0; cut <= STREAM.length; cut++) {
      const reader = new EventReader();
      const events = [...reader.push(STREAM.slice(0, cut)), ...reader.push(STREAM.slice(cut))];
      expect(events).toEqual(EVENTS);
    }
  });

  it('joins data lines and accepts carriage returns', () => {
    expect(new EventReader().push('data: a\r\ndata: b\r\n\r\n')).toEqual([{ name: 'message', id: '', data: 'a\nb' }]);
  });

  it('holds back an incomplete event', () => {
    expect(new EventReader().push('event: move\ndata: {}\n')).toEqual([]);
  });
});
