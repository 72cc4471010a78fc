import type { ConfigState } from '@manoboard/contract/device/device-config-state';
import { IconCheck, IconClock, IconCloudQuestion, IconX } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import { roundAge, useAgeText } from '../../../lib/texts/format.ts';
import { useClock } from '../../../lib/time/clock.ts';
import { Card } from '../../../ui/card.tsx';
import { StatePill } from '../../../ui/state-pill.tsx';
import { boardRejection } from './config-errors.ts';
import { useConfigText } from './use-config-text.ts';

const STATE_STYLES = {
  none: { tone: 'off', Icon: IconClock },
  pending: { tone: 'wait', Icon: IconClock },
  applied: { tone: 'run', Icon: IconCheck },
  rejected: { tone: 'stop', Icon: IconX },
  foreign: { tone: 'wait', Icon: IconCloudQuestion },
} as const;

/** R4.11: the state of the desired configuration, and the pump state. */
export function ConfigStateCard({ state, pump }: { state: ConfigState; pump: ReactNode }) {
  const t = useTranslations('config');
  const { errorText } = useConfigText();
  const ageText = useAgeText();
  const pumpId = useId();
  const at = state.changed_at;
  const ageS = useClock((nowS) => (at === null ? null : roundAge(Math.max(0, nowS - at))));
  const { tone, Icon } = STATE_STYLES[state.state];
  const refusal = boardRejection(state);
  return (
    <div className="grid gap-gutter cols-fit-64">
      <Card aria-label={t(`stateShort.${state.state}`)}>
        <StatePill tone={tone} icon={<Icon aria-hidden="true" />}>
          {t(`stateShort.${state.state}`)}
        </StatePill>
        <p className="text-md mt-2.5" role="status">
          {t(`state.${state.state}`)} {refusal && `${errorText(refusal.error)}.`}
        </p>
        {state.changed_by && ageS !== null && (
          <p className="text-md text-dim mt-1">
            {t('changed', { name: state.changed_by, age: ageText(ageS) })}
          </p>
        )}
      </Card>
      <Card aria-labelledby={pumpId}>
        <h3 className="text-lg font-semibold mb-3.5 tracking-tight" id={pumpId}>
          {t('pump')}
        </h3>
        {pump}
      </Card>
    </div>
  );
}
