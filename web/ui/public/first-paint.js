// Runs before the first paint, so that a remembered theme and language never flash the other one.
(() => {
  try {
    const kept = JSON.parse(localStorage.getItem('kaeshi.settings') || '{}');
    const root = document.documentElement;
    if (kept.theme === 'light' || kept.theme === 'dark') root.dataset.theme = kept.theme;
    const language = kept.language || (navigator.languages || []).find((l) => /^(ja|en)/i.test(l)) || 'en';
    root.lang = /^ja/i.test(language) ? 'ja' : 'en';
  } catch {
    // A blocked or broken storage only costs the remembered choice.
  }
})();
