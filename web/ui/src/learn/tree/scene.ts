/** The data and the tools for drawing a tree. */
import type { Language } from '../../i18n/language';
import type { Boards } from './boards';
import type { Camera, Frame } from './camera';
import type { CardShape } from './card';
import type { Layout } from './layout';
import type { Palette } from './palette';
import type { Stages } from './stepping';
import type { Trace } from './trace';
import type { View } from './view';

export interface Scene {
  trace: Trace;
  stages: Stages;
  layout: Layout;
  shape: CardShape;
  open: ReadonlySet<number>;
  step: number;
  view: View;
  language: Language;
  /** The current node of the search, or the visible node that hides it; -1 if there is none. */
  current: number;
  selected: number;
}

export interface Surface {
  context: CanvasRenderingContext2D;
  frame: Frame;
  camera: Camera;
  palette: Palette;
  boards: Boards;
}
