import { useTranslations } from 'use-intl';
import { saveFile } from '../../../lib/http/download.ts';
import { copyText } from '../../../lib/page/copy-text.ts';
import { Button } from '../../../ui/button.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';

/** Shown once. */
export function RecoveryCodeList({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useTranslations('factor.codes');
  const text = `${codes.join('\n')}\n`;
  return (
    <div className="grid grid-cols-1 gap-4">
      <FormNotice kind="success">{t('shownText')}</FormNotice>
      <ul className="grid grid-cols-2 gap-y-1 gap-x-4 text-md font-mono" aria-label={t('title')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex items-center flex-wrap gap-y-2 gap-x-4 py-2.5 last:pb-0">
        {/* Browsers offer the clipboard only on pages served over TLS. */}
        {window.isSecureContext && (
          <Button variant="default" size="sm" onClick={() => void copyText(text, t('copied'))}>
            {t('copy')}
          </Button>
        )}
        <Button
          variant="default"
          size="sm"
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'manoboard-codes.txt')}
        >
          {t('save')}
        </Button>
      </div>
      <Button size="md" fullWidth onClick={onDone}>
        {t('done')}
      </Button>
    </div>
  );
}
