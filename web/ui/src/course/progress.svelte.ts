/** The exercises of the course that were solved, kept in this browser. */
import { LESSONS } from './lessons';
import { TOPICS, type Topic } from './topics';

const KEY = 'kaeshi.course';

const nameOf = (topic: Topic, part: number): string => `${topic}/${part}`;

function load(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
  } catch {
    return []; // With disabled or corrupt storage, only the progress is lost.
  }
}

class Progress {
  private solved = $state.raw(load());

  add(topic: Topic, part: number): void {
    const name = nameOf(topic, part);
    if (this.solved.includes(name)) return;
    this.solved = [...this.solved, name];
    try {
      localStorage.setItem(KEY, JSON.stringify(this.solved));
    } catch {
      // Private windows may refuse storage; the course works without it.
    }
  }

  has(topic: Topic, part: number): boolean {
    return this.solved.includes(nameOf(topic, part));
  }

  /** Returns the number of solved exercises of a lesson. */
  count(topic: Topic): number {
    return LESSONS[topic].exercises.filter((_, i) => this.has(topic, i + 1)).length;
  }

  /** Returns the first lesson with an unsolved exercise; after the last one, the first. */
  get next(): Topic {
    return TOPICS.find((topic) => this.count(topic) < LESSONS[topic].exercises.length) ?? 'corners';
  }
}

export const progress = new Progress();
