// Runs before the first paint, so that the saved theme and language apply from the start.
(() => {
  try {
    const kept = JSON.parse(localStorage.getItem('kaeshi.settings') || '{}');
    const root = document.documentElement;
    if (['light', 'dark', 'contrast'].includes(kept.theme)) root.dataset.theme = kept.theme;
    else if (matchMedia('(prefers-contrast: more)').matches) root.dataset.theme = 'contrast';
    if (['felt', 'wood', 'sea', 'slate'].includes(kept.board)) root.dataset.board = kept.board;
    const language = kept.language || (navigator.languages || []).find((l) => /^(ja|en)/i.test(l)) || 'en';
    root.lang = /^ja/i.test(language) ? 'ja' : 'en';
  } catch {
    // With disabled or corrupt storage, only the saved settings are lost.
  }
})();
