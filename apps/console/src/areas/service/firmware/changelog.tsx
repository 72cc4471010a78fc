import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { QueryStates } from '../../../lib/http/query-states.tsx';
import { useLanguage } from '../../../lib/texts/use-language.ts';
import { changelogQuery } from './api.ts';

/** R4.2: a changelog that fails to load does not block the update. */
export function UpdateChangelog({ deviceId, version }: { deviceId: string; version: string }) {
  const t = useTranslations('firmware');
  const language = useLanguage();
  const query = useQuery(changelogQuery(deviceId, version));
  return (
    <section className="mb-4 [&_h3]:text-md [&_h3]:font-semibold [&_h3]:mb-1.5">
      <h3>{t('changelog')}</h3>
      <QueryStates query={query} loading={t('changelogLoading')} failed={t('changelogFailed')} isLine>
        {({ entries }) =>
          entries.length === 0 ? (
            <p className="text-md text-dim">{t('changelogEmpty')}</p>
          ) : (
            <ul className="grid gap-2.5 text-md overflow-y-auto max-h-56">
              {entries.map((entry) => (
                <li key={entry.version}>
                  <h4 className="text-sm font-semibold text-dim tabular-nums tracking-tight">
                    {entry.version}
                  </h4>
                  <p className="wrap-anywhere leading-normal mt-0.5 whitespace-pre-line">
                    {entry.changelog[language]}
                  </p>
                </li>
              ))}
            </ul>
          )
        }
      </QueryStates>
    </section>
  );
}
