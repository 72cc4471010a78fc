import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import classes from './keys.module.css';

const GAPS = ['offline', 'link_lost', 'not_measured', 'no_data_yet'] as const;

/** What the patterns mean, how to zoom and pan, and the time zone. */
export function Keys({ zone, isCompared }: { zone: string; isCompared: boolean }) {
  const t = useTranslations('graphs');
  const key = (chunks: ReactNode) => <kbd className={classes.key}>{chunks}</kbd>;
  return (
    <div className={classes.keys}>
      <ul className={classes.legend} aria-label={t('legend')}>
        <li>
          <i data-look="line" aria-hidden="true" />
          {t('average')}
        </li>
        <li>
          <i data-look="required" aria-hidden="true" />
          {t('required')}
        </li>
        {isCompared && (
          <li>
            <i data-look="earlier" aria-hidden="true" />
            {t('earlier')}
          </li>
        )}
        {GAPS.map((reason) => (
          <li key={reason}>
            <i data-look={reason} aria-hidden="true" />
            {t(`gap.${reason}`)}
          </li>
        ))}
      </ul>
      <p className="mouse-only">{t.rich('hint.mouse', { key })}</p>
      <p className={classes.touchOnly}>{t('hint.touch')}</p>
      <p>{t('zone', { zone })}</p>
    </div>
  );
}
