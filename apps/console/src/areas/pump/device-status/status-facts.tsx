import type { DeviceState } from '@manoboard/contract/device/device-state';
import { type HopFacts, hopStates } from '@manoboard/domain/telemetry/broken-hop';
import { wifiStrength } from '@manoboard/domain/telemetry/wifi-strength';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { deviceStateQuery } from '../../../device/queries.ts';
import { useReading } from '../../../device/use-device.ts';
import { roundAge, staleAgeText, useAgeText, useValueAge } from '../../../lib/texts/format.ts';
import { useClock } from '../../../lib/time/clock.ts';
import { hopProblems } from './hop-problems.ts';
import { useHopFacts } from './use-hop-facts.ts';

/** The Wi-Fi settings rarely change. */
const FRESH_MS = 60_000;

interface Props {
  deviceId: string;
  facts: HopFacts;
  state: DeviceState | undefined;
}

/** R4.5: Connecting / Connected; Wi-Fi secured / not secured; Wi-Fi strength; FC connection ok / error. */
export function StatusFacts(props: Props) {
  const t = useTranslations();
  const { facts, state } = props;
  const { wifi } = hopStates(facts);
  const connection = { ok: 'connected', broken: 'offline', unknown: 'connecting' } as const;
  // An online board can still be silent or late.
  const [problem] = wifi === 'broken' && facts.isBoardOnline ? hopProblems(facts) : [];
  return (
    <dl className="text-md [&>*+*]:border-t [&>*+*]:border-line [&>div]:px-1 [&>div]:py-2">
      <Row name={t('deviceStatus.connection')} tone={wifi}>
        {problem === 'silence' || problem === 'lateness'
          ? t(`deviceStatus.hop.${problem}.word`)
          : t(`device.connection.${connection[wifi]}`)}
      </Row>
      <LinkFacts {...props} />
      <Row name={t('deviceStatus.seen')} tone="plain">
        <Age at={state?.last_seen ?? null} />
      </Row>
    </dl>
  );
}

/** R4.5: the Wi-Fi and converter facts of the status popover, visible without opening it. */
export function LinkHealth({ deviceId }: { deviceId: string }) {
  const { data: state } = useQuery({ ...deviceStateQuery(deviceId), staleTime: FRESH_MS });
  const facts = useHopFacts(deviceId, false, state);
  return (
    <dl className="grid gap-2 text-md">
      <LinkFacts deviceId={deviceId} facts={facts} state={state} />
    </dl>
  );
}

/** The Wi-Fi of the board and its connection to the converter. */
function LinkFacts({ deviceId, facts, state }: Props) {
  const t = useTranslations('deviceStatus');
  const { wifi, converter } = hopStates(facts);
  const secured = state?.wifi.secured ?? null;
  const fc = { ok: t('fcOk'), broken: t('fcError'), unknown: t('unknownWord') }[converter];
  return (
    <>
      <Row name={t('wifi')} tone={secured === false ? 'broken' : 'plain'}>
        {secured === false && (
          <IconAlertTriangle size={15} stroke={1.8} className="mr-1 align-[-0.15em]" aria-hidden />
        )}
        {secured === null ? t('unknownWord') : t(secured ? 'secured' : 'notSecured')}
        {secured !== null && wifi !== 'ok' && <PastSeen at={state?.last_seen ?? null} />}
      </Row>
      <Row name={t('strength')} tone="plain">
        <Strength deviceId={deviceId} />
      </Row>
      <Row name={t('fc')} tone={converter}>
        {fc}
      </Row>
    </>
  );
}

const Row = ({ name, tone, children }: { name: string; tone: string; children: ReactNode }) => (
  <div className="flex justify-between gap-4 [&_dt]:text-dim [&_dd]:flex-none [&_dd]:font-semibold [&_dd]:text-right [&_dd]:max-w-[65%] [&_small]:block [&_small]:text-dim [&_small]:font-regular [&_dd[data-tone='broken']]:text-stop-ink [&_dd[data-tone='ok']]:text-run-ink">
    <dt>{name}</dt>
    <dd data-tone={tone}>{children}</dd>
  </div>
);

/** The age of the Wi-Fi facts of an offline or silent board: its last contact. */
function PastSeen({ at }: { at: number | null }) {
  const valueAge = useValueAge();
  const ageS = useClock((nowS) => (at === null ? null : roundAge(Math.max(0, nowS - at))));
  return ageS !== null && <small>{staleAgeText(valueAge(ageS, 'stale'))}</small>;
}

/** A stale value has its age. */
function Strength({ deviceId }: { deviceId: string }) {
  const t = useTranslations('deviceStatus');
  const { number } = useFormatter();
  const valueAge = useValueAge();
  const { freshness, value, ageS } = useReading(deviceId, 'rssi');
  if (freshness === 'never') return t('unknownWord');
  const strength = wifiStrength(value);
  const isWeak = strength === 'weak' || strength === 'poor';
  return (
    <>
      {t('rssi', { word: t(`strengthWord.${strength}`), dbm: number(value) })}
      {freshness === 'stale' && <small>{staleAgeText(valueAge(ageS, freshness))}</small>}
      {freshness === 'live' && isWeak && <small>{t('weakHint')}</small>}
    </>
  );
}

function Age({ at }: { at: number | null }) {
  const t = useTranslations('deviceStatus');
  const ageText = useAgeText();
  const ageS = useClock((nowS) => (at === null ? null : roundAge(Math.max(0, nowS - at))));
  return ageS === null ? t('unknownWord') : ageText(ageS);
}
