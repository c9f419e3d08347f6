/** Error messages for failed requests. */
import type { ApiError } from '../api/client';
import { t } from '../i18n/t';

/** Returns the error message, with advice where it helps. */
export function errorText({ kind, detail, retryAfter }: ApiError): string {
  if (kind === 'timeout') return t('trouble.timeout');
  if (kind === 'busy') return t('trouble.busy', { n: Math.ceil(retryAfter) });
  return kind === 'refused' && detail ? t('trouble.refused', { detail }) : t('trouble.offline');
}
