import type { ListedRelease } from '@manoboard/contract/firmware/firmware-release';
import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import { QueryPanel } from '../../../lib/http/query-states.tsx';
import { useLanguage } from '../../../lib/texts/use-language.ts';
import { useClock } from '../../../lib/time/clock.ts';
import { releasesQuery } from './api.ts';
import { quietClass, rowsClass } from './fleet-firmware-classes.ts';

/** R4.14: all releases, newest version first, with their changelogs. */
export function ReleasesCard() {
  const t = useTranslations('fleetFirmware.releases');
  const query = useQuery(releasesQuery);
  return (
    <QueryPanel id="firmware-releases" title={t('title')} query={query}>
      {(releases) => (
        <>
          {releases.length === 0 && <p className={quietClass}>{t('none')}</p>}
          <ul className={rowsClass}>
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
      <h3 className="text-lg font-semibold">
        <span className="tabular-nums tracking-tight">{version}</span>{' '}
        <span className={quietClass}>{hw}</span>
      </h3>
      <Validity release={release} />
      <Facts release={release} />
      <details className="text-md">
        <summary className="py-1 text-link font-medium cursor-pointer pointer-coarse:inline-block pointer-coarse:py-3 pointer-coarse:-my-3">
          {t('firmware.changelog')} <span className="sr-only">{title}</span>
        </summary>
        <p className="wrap-anywhere mt-1 leading-relaxed whitespace-pre-line">{changelog[language]}</p>
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
  if (!is_trusted) return <p className="text-stop-ink text-md leading-normal my-1">{t('untrusted')}</p>;
  return isExpired ? (
    <p className="text-stop-ink text-md leading-normal my-1">{t('expired', { date })}</p>
  ) : null;
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
    <dl className="grid gap-y-2 gap-x-4 text-md grid-cols-2 my-1.5">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="text-sm text-dim">{name}</dt>
          <dd className="wrap-anywhere tabular-nums tracking-tight">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
