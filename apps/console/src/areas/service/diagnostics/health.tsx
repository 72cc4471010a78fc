import type { Diagnostics } from '@manoboard/contract/device/diagnostics';
import type { Converter } from '@manoboard/domain/fc/faults';
import { type FcLink, fcLinkNow } from '@manoboard/domain/fc/fc-link';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconPlugConnected,
  IconPlugConnectedX,
  IconQuestionMark,
} from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { evaluationTimeOf, freshnessOf } from '../../../device/device-view.ts';
import { useDevice } from '../../../device/use-device.ts';
import { useFaultTitle } from '../../../device/use-fault-title.ts';
import { roundAge, staleAgeText, useValueAge } from '../../../lib/texts/format.ts';
import { useClock } from '../../../lib/time/clock.ts';
import { Card } from '../../../ui/card.tsx';
import { StatePill } from '../../../ui/state-pill.tsx';
import { POLL_MS } from './fact.tsx';

interface Props {
  deviceId: string;
  fault: Diagnostics['fault'];
  converter: Converter;
}

/** The connection of board and converter, and the converter's fault. */
export function Health({ deviceId, fault, converter }: Props) {
  const t = useTranslations('diagnostics');
  const link = useFcLink(deviceId);
  const linkText = { ok: t('fcOk'), error: t('fcError'), unknown: t('fcUnknown') }[link];
  return (
    <Card aria-label={t('values')}>
      <dl className="flex flex-wrap gap-y-4 gap-x-6.5 [&_dt]:text-dim [&_dt]:text-sm [&_dt]:mb-1.5">
        <div>
          <dt>{t('fcLink')}</dt>
          <dd>
            <StatePill
              tone={link === 'ok' ? 'run' : link === 'error' ? 'stop' : 'off'}
              icon={<LinkIcon state={link} />}
            >
              {linkText}
            </StatePill>
          </dd>
        </div>
        <div>
          <dt>{t('fault')}</dt>
          <dd>
            <Fault deviceId={deviceId} fault={fault} converter={converter} />
          </dd>
        </div>
      </dl>
    </Card>
  );
}

/** R4.5: the same as in the device status; unknown while the server does not answer. */
function useFcLink(deviceId: string): FcLink {
  return useDevice(deviceId, (view) => {
    const { last, isOnline = false, link } = view;
    const isServerKnown = link === 'live' || link === 'polling';
    return isServerKnown && last ? fcLinkNow(last, isOnline, evaluationTimeOf(view)) : 'unknown';
  });
}

/** A fault that is not live is grey, with its age. */
function Fault({ deviceId, fault: { code, name, ts }, converter }: Props) {
  const t = useTranslations('diagnostics');
  const faultTitle = useFaultTitle(converter);
  const valueAge = useValueAge();
  const isLive = useDevice(deviceId, (view) => freshnessOf(view, 'fault', ts, POLL_MS) === 'live');
  const ageS = useClock((nowS) => roundAge(Math.max(0, nowS - (ts ?? nowS))));
  if (code === null)
    return (
      <StatePill tone="off" icon={<FaultIcon code={null} />}>
        {t('faultUnknown')}
      </StatePill>
    );
  const named = { name: [faultTitle(code), name].filter(Boolean).join(' · '), code };
  return (
    <>
      <StatePill
        tone={!isLive ? 'off' : code === 0 ? 'run' : 'stop'}
        icon={<FaultIcon code={isLive ? code : null} />}
      >
        {code === 0 ? t('noFault') : t('faultNamed', named)}
      </StatePill>
      {!isLive && <span className="text-md text-dim"> {staleAgeText(valueAge(ageS, 'stale'))}</span>}
    </>
  );
}

function LinkIcon({ state }: { state: FcLink }) {
  if (state === 'unknown') return <IconQuestionMark aria-hidden="true" />;
  return state === 'ok' ? (
    <IconPlugConnected aria-hidden="true" />
  ) : (
    <IconPlugConnectedX aria-hidden="true" />
  );
}

/** `null` is unknown; 0 is no fault. */
function FaultIcon({ code }: { code: number | null }) {
  if (code === null) return <IconQuestionMark aria-hidden="true" />;
  return code === 0 ? <IconCircleCheck aria-hidden="true" /> : <IconAlertTriangle aria-hidden="true" />;
}
