import type { ListedRelease } from '@manoboard/contract/firmware/firmware-release';
import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import { QueryPanel } from '../../../lib/http/query-states.tsx';
import { useLanguage } from '../../../lib/texts/use-language.ts';
import { useClock } from '../../../lib/time/clock.ts';
import { releasesQuery } from './api.ts';
import classes from './fleet-firmware.module.css';

/** R4.14: all releases, newest version first, with their changelogs. */
export function ReleasesCard() {
  const t = useTranslations('fleetFirmware.releases');
  const query = useQuery(releasesQuery);
  return (
    <QueryPanel id="firmware-releases" title={t('title')} query={query}>
      {(releases) => (
        <>
          {releases.length === 0 && <p className={classes.quiet}>{t('none')}</p>}
          <ul className={classes.rows}>
            {releases.map((release) => (
              <ReleaseRow key={release.id} release={release} />
            ))}
          </ul>
        </>
      )}
    </QueryPanel>
  );
}

function ReleaseRow({ release }: { release: ListedRelease }) {
  const t = useTranslations();
  const language = useLanguage();
  const { version, hw, changelog } = release;
  const title = t('fleetFirmware.releases.name', { version, hw });
  return (
    <li>
      <h3 className={classes.name}>
        <span className="num">{version}</span> <span className={classes.quiet}>{hw}</span>
      </h3>
      <Validity release={release} />
      <Facts release={release} />
      <details className={classes.changelog}>
        <summary>
          {t('firmware.changelog')} <span className="vh">{title}</span>
        </summary>
        <p>{changelog[language]}</p>
      </details>
    </li>
  );
}

/** Why the release is not offered. */
function Validity({ release: { is_trusted, expires_at } }: { release: ListedRelease }) {
  const t = useTranslations('fleetFirmware.releases');
  const { dateTime } = useFormatter();
  const isExpired = useClock((nowS) => nowS >= expires_at);
  const date = dateTime(new Date(expires_at * 1000), { dateStyle: 'medium' });
  if (!is_trusted) return <p className={classes.reason}>{t('untrusted')}</p>;
  return isExpired ? <p className={classes.reason}>{t('expired', { date })}</p> : null;
}

function Facts({ release }: { release: ListedRelease }) {
  const t = useTranslations('fleetFirmware.releases');
  const firmware = useTranslations('firmware');
  const { dateTime, number } = useFormatter();
  const { from, size, uploaded_at, uploaded_by, expires_at } = release;
  const day = (at: number) => dateTime(new Date(at * 1000), { dateStyle: 'medium' });
  const facts: [string, string][] = [
    [t('uploaded'), [day(uploaded_at), uploaded_by].filter(Boolean).join(' · ')],
    [t('from'), from],
    [t('expires'), day(expires_at)],
    [t('size'), firmware('kilobytes', { n: number(Math.max(1, Math.round(size / 1000))) })],
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="dim text-sm">{name}</dt>
          <dd className="num flush break">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
