/** What a page says when a question to the server failed. */
import type { Trouble } from '../api/client';
import { t } from '../i18n/t';

/** What went wrong, and where it matters what can be done. */
export function troubleWords({ kind, detail, retryAfter }: Trouble): string {
  if (kind === 'timeout') return t('trouble.timeout');
  if (kind === 'busy') return t('trouble.busy', { n: Math.ceil(retryAfter) });
  return kind === 'refused' && detail ? t('trouble.refused', { detail }) : t('trouble.offline');
}
