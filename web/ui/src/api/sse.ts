/**
 * Parses Server-Sent Events from a stream of text chunks. Implements the parts of
 * https://html.spec.whatwg.org/#event-stream-interpretation that this client needs.
 */

export interface StreamEvent {
  name: string;
  data: string;
  id: string;
}

/** Accepts the stream in chunks and returns the events that each chunk completes. */
export class EventReader {
  private rest = '';

  push(piece: string): StreamEvent[] {
    const blocks = (this.rest + piece).replace(/\r\n?/g, '\n').split('\n\n');
    this.rest = blocks.pop() ?? '';
    return blocks.map(eventOf).filter((event) => event.data !== '');
  }
}

function eventOf(block: string): StreamEvent {
  let name = 'message';
  let id = '';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const [, field, value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
    if (field === 'event') name = value;
    if (field === 'id') id = value;
    if (field === 'data') data.push(value);
  }
  return { name, id, data: data.join('\n') };
}
