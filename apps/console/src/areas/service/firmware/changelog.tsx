import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../../lib/texts/use-language.ts';
import { changelogQuery } from './api.ts';
import classes from './firmware.module.css';

/** R4.2: a changelog that fails to load does not block the update. */
export function UpdateChangelog({ deviceId, version }: { deviceId: string; version: string }) {
  const t = useTranslations();
  const language = useLanguage();
  const { data, isError, refetch } = useQuery(changelogQuery(deviceId, version));
  return (
    <section className={classes.section}>
      <h3>{t('firmware.changelog')}</h3>
      {isError && (
        <p role="alert" className={classes.quiet}>
          {t('firmware.changelogFailed')}{' '}
          <button type="button" className={classes.retry} onClick={() => void refetch()}>
            {t('common.retry')}
          </button>
        </p>
      )}
      {!data && !isError && <p className={classes.quiet}>{t('firmware.changelogLoading')}</p>}
      {data?.entries.length === 0 && <p className={classes.quiet}>{t('firmware.changelogEmpty')}</p>}
      {data && data.entries.length > 0 && (
        <ul className={classes.changelog}>
          {data.entries.map((entry) => (
            <li key={entry.version}>
              <h4 className="num">{entry.version}</h4>
              <p>{entry.changelog[language]}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
