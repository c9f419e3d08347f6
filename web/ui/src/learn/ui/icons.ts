/** Icons used only by the learn pages, as paths for Icon.svelte, loaded with them. */
export const ICONS = {
  closer: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zm5 12 5 5M8 11h6m-3-3v6',
  farther: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zm5 12 5 5M8 11h6',
  whole: 'M4 9V4h5m6 0h5v5m0 6v5h-5m-6 0H4v-5',
  here: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zm0-6v4m0 12v4M2 12h4m12 0h4',
  unfold: 'M12 4v6m0 0-7 5m7-5 7 5m-7-5v5M5 15v4m7-4v4m7-4v4',
  fold: 'M12 4v5M7 9h10v6H7zm5 6v5',
  cut: 'M5 5l14 14M5 19l4.500-4.500m5-5L19 5',
  over: 'M4 17a8 8 0 0 1 15-4m1-6-1 6-6-1M4 20h.01',
  list: 'M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01',
  tree: 'M12 4v5m0 0-6 5m6-5 6 5M4 14h4v5H4zm12 0h4v5h-4zM10 3h4v3h-4z',
  save: 'M12 4v11m0 0-5-5m5 5 5-5M4 20h16',
  check: 'm5 13 5 5 9-12',
  cross: 'm6 6 12 12M18 6 6 18',
  table: 'M4 5h16v14H4zM4 10h16M10 10v9',
  book: 'M4 5c3-1 6-1 8 1 2-2 5-2 8-1v14c-3-1-6-1-8 1-2-2-5-2-8-1zm8 1v14',
  compare: 'M4 6h9M4 12h14M4 18h6m3-14v4m5 2v4m-8 2v4',
  grid: 'M9 4v16m6-16v16M4 9h16M4 15h16',
  flag: 'M6 21V4m0 1h12l-3 4 3 4H6',
} as const;

export type LearnIcon = keyof typeof ICONS;
