/** The error messages of the server in the selected language. */
import { settings } from '../session/settings.svelte';

let translate = $state.raw<(message: string) => string>();

/** Returns a message of the server in the selected language. The Japanese messages are loaded at the first use. */
export function problemText(detail: string): string {
  if (settings.language !== 'ja' || !detail) return detail;
  if (!translate) void load();
  return translate?.(detail) ?? detail;
}

async function load(): Promise<void> {
  const [{ translator }, { default: formats }] = await Promise.all([
    import('./translate'),
    import('./problems.ja.json'),
  ]);
  translate ??= translator(formats);
}
