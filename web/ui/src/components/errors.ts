/** Error messages for failed requests. */
import type { ApiError } from '../api/client';
import { problemText } from '../i18n/problems.svelte';
import { t } from '../i18n/t';

/** Returns the error message, with advice where it helps. */
export function errorText({ kind, detail, retryAfter }: ApiError): string {
  if (kind === 'timeout') return t('problem.timeout');
  if (kind === 'busy') return t('problem.busy', { n: Math.ceil(retryAfter) });
  return kind === 'refused' && detail ? t('problem.refused', { detail: problemText(detail) }) : t('problem.offline');
}
