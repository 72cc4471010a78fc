import { type HopFacts, hopStates } from '@manoboard/domain/telemetry/broken-hop';
import { IconAlertTriangle, IconCircleCheck, IconLoader2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import { stateQuery } from './api.ts';
import { StatusFacts } from './status-facts.tsx';
import classes from './status-popover.module.css';
import { type Trouble, troublesOf } from './troubles.ts';
import { useHopFacts } from './use-hops.ts';

/** R6.1: as often as a page polls. */
const ASK_AGAIN_MS = 6000;

/** R4.5: what is broken, what to do about it, and the four facts of the spec. */
export function StatusPanel({ deviceId }: { deviceId: string }) {
  const { data: state } = useQuery({ ...stateQuery(deviceId), refetchInterval: ASK_AGAIN_MS });
  const facts = useHopFacts(deviceId, ASK_AGAIN_MS, state);
  return (
    <div className={classes.body}>
      <Verdict facts={facts} />
      <StatusFacts deviceId={deviceId} facts={facts} state={state} />
    </div>
  );
}

function Verdict({ facts }: { facts: HopFacts }) {
  const t = useTranslations('deviceStatus');
  const troubles = troublesOf(facts);
  const icon = { size: 20, stroke: 1.8, 'aria-hidden': true } as const;
  if (troubles.length > 0) {
    return troubles.map((trouble) => (
      <div key={trouble} className={classes.verdict} data-tone="broken" role="alert">
        <IconAlertTriangle {...icon} />
        <p>
          <strong>{t(`hop.${trouble}.title`)}</strong> <Step trouble={trouble} facts={facts} />
        </p>
      </div>
    ));
  }
  const isWell = Object.values(hopStates(facts)).every((hop) => hop === 'ok');
  return (
    <div className={classes.verdict} data-tone={isWell ? 'well' : 'wait'} role="status">
      {isWell ? <IconCircleCheck {...icon} /> : <IconLoader2 {...icon} />}
      <p>{t(isWell ? 'well' : 'wait')}</p>
    </div>
  );
}

/** Values that cannot be measured are named. */
function Step({ trouble, facts }: { trouble: Trouble; facts: HopFacts }) {
  const t = useTranslations();
  const { list } = useFormatter();
  if (trouble !== 'unmeasured') return t(`deviceStatus.hop.${trouble}.step`);
  const values = list(facts.unmeasured.map((field) => t(`device.field.${field}`)));
  return t('deviceStatus.hop.unmeasured.step', { values });
}
