import type { Converter } from '@manoboard/domain/fc/faults';
import { IconAlertTriangle, IconCircleCheck, IconHelpCircle, IconPlugConnectedX } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { staleAgeText } from '../../../lib/texts/format.ts';
import { Card } from '../../../ui/card.tsx';
import { StatePill } from '../../../ui/state-pill.tsx';
import type { Tone } from '../../../ui/tone.ts';
import { FcTrouble } from './fc-trouble.tsx';
import { useCodeText } from './use-code-text.ts';
import { type FcCondition, useFcState } from './use-fc-state.ts';

const PILLS: Record<FcCondition, { tone: Tone; Icon: typeof IconHelpCircle }> = {
  fine: { tone: 'run', Icon: IconCircleCheck },
  faulty: { tone: 'stop', Icon: IconAlertTriangle },
  silent: { tone: 'wait', Icon: IconPlugConnectedX },
  foreign: { tone: 'stop', Icon: IconHelpCircle },
  unknown: { tone: 'off', Icon: IconHelpCircle },
};

interface Props {
  deviceId: string;
  converter: Converter;
}

/** R4.6: the condition of the converter, with advice if it has a problem. */
export function FcStateCard({ deviceId, converter }: Props) {
  const t = useTranslations('fcState');
  const headingId = useId();
  const { condition, isCondition, refused, isLive, code, age } = useFcState(deviceId);
  const { tone, Icon } = PILLS[condition];
  return (
    <Card
      className="flex flex-col gap-4 data-[live=false]:[&_b]:text-dim data-[live=false]:[&_b]:font-regular"
      aria-labelledby={headingId}
      data-live={isLive}
    >
      <div className="flex items-center flex-wrap justify-between gap-2">
        <h2 className="text-lg font-semibold tracking-tight" id={headingId}>
          {t('title')}
        </h2>
        {isCondition && (
          <StatePill tone={isLive ? tone : 'off'} icon={<Icon aria-hidden />}>
            {t(condition)}
          </StatePill>
        )}
      </div>
      {(condition === 'faulty' || condition === 'silent' || refused) && (
        <div className="rounded-lg bg-tone-soft px-4 py-3" data-tone={isLive ? tone : 'off'} role="status">
          <FcTrouble
            converter={converter}
            refused={refused}
            code={condition === 'faulty' ? code : undefined}
          />
        </div>
      )}
      <Facts deviceId={deviceId} converter={converter} isDated={age !== undefined} />
      {age && <p className="text-xs text-dim">{t('asOf', { age })}</p>}
    </Card>
  );
}

/** A stale fact shows its own age, unless the whole card shows one. */
function Facts({ deviceId, converter, isDated }: Props & { isDated: boolean }) {
  const t = useTranslations('fcState');
  const state = useCodeText(deviceId, 'on_off_state_r');
  const control = useCodeText(deviceId, 'modbus');
  const factText = (fact: ReturnType<typeof useCodeText>) =>
    [fact.text ?? fact.missing, !isDated && staleAgeText(fact)].filter(Boolean).join(', ');
  const rows = [
    [t('state'), factText(state)],
    [t('control'), factText(control)],
    ...(converter.fcType === null ? [] : [[t('type'), converter.fcType] as const]),
  ] as const;
  return (
    <ul className="grid gap-2 text-md">
      {rows.map(([label, text]) => (
        <li className="flex gap-3 justify-between" key={label}>
          <span className="text-dim">{label}</span>
          <b className="font-semibold text-right">{text}</b>
        </li>
      ))}
    </ul>
  );
}
