import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { QueryStates } from '../../../lib/http/query-states.tsx';
import { useLanguage } from '../../../lib/texts/use-language.ts';
import { changelogQuery } from './api.ts';
import classes from './firmware.module.css';

/** R4.2: a changelog that fails to load does not block the update. */
export function UpdateChangelog({ deviceId, version }: { deviceId: string; version: string }) {
  const t = useTranslations('firmware');
  const language = useLanguage();
  const query = useQuery(changelogQuery(deviceId, version));
  return (
    <section className={classes.section}>
      <h3>{t('changelog')}</h3>
      <QueryStates query={query} loading={t('changelogLoading')} failed={t('changelogFailed')} isLine>
        {({ entries }) =>
          entries.length === 0 ? (
            <p className="text-md dim flush">{t('changelogEmpty')}</p>
          ) : (
            <ul className={classes.changelog}>
              {entries.map((entry) => (
                <li key={entry.version}>
                  <h4 className="num flush dim text-sm bold">{entry.version}</h4>
                  <p>{entry.changelog[language]}</p>
                </li>
              ))}
            </ul>
          )
        }
      </QueryStates>
    </section>
  );
}
