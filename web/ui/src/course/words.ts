/** Text of the strategy course in the selected language. The functions are reactive, since they read the settings. */
import type { Values } from '../i18n/text';
import { settings } from '../session/settings.svelte';
import { wordIn, type Word } from './text';
import type { Topic } from './topics';

export const word = (key: Word, values?: Values): string => wordIn(settings.language, key, values);

/** A text of a lesson. `n` counts paragraphs and exercises from 1. course.test.ts checks that all exist. */
export type LessonText = 'example' | `text${number}` | `task${number}` | `why${number}`;

export const lessonWord = (topic: Topic, text: LessonText): string => word(`lesson.${topic}.${text}` as Word);
