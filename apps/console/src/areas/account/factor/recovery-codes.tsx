import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { saveFile } from '../../../lib/http/download.ts';
import { copyText } from '../../../lib/page/copy-text.ts';
import classes from '../../../ui/form.module.css';
import { FormNotice } from '../../../ui/form-notice.tsx';
import own from './factor.module.css';

/** Shown once. */
export function RecoveryCodeList({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useTranslations('factor.codes');
  const text = `${codes.join('\n')}\n`;
  return (
    <div className={classes.form}>
      <FormNotice kind="success">{t('shownText')}</FormNotice>
      <ul className={own.codes} aria-label={t('title')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={own.actions}>
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
