/** The text of the live region: the last few sentences, so that none is lost when they follow in quick succession. */
export interface Announcement {
  id: number;
  words: string;
}

const SPOKEN_LINES = 4;

export class Announcer {
  lines = $state.raw<readonly Announcement[]>([]);

  say(words: string): void {
    const id = (this.lines.at(-1)?.id ?? 0) + 1;
    this.lines = [...this.lines, { id, words }].slice(-SPOKEN_LINES);
  }
}
