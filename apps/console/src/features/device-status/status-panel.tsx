import { brokenHops, type Hop, type HopFacts, hopStates } from '@manoboard/domain/broken-hop';
import { IconAlertTriangle, IconCircleCheck, IconLoader2 } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import { useHeard } from '../../lib/live/use-live.ts';
import { diagnosticsQuery, stateQuery } from './api.ts';
import { StatusFacts } from './status-facts.tsx';
import classes from './status-popover.module.css';
import { useHopFacts } from './use-hops.ts';

/** R6.1: as often as a page polls. */
const ASK_AGAIN_MS = 6000;

/** R4.5: what is broken, what to do about it, and the four facts of the spec. */
export function StatusPanel({ deviceId }: { deviceId: string }) {
  const queryClient = useQueryClient();
  const { data: state } = useQuery({ ...stateQuery(deviceId), refetchInterval: ASK_AGAIN_MS });
  const { data: diagnostics } = useQuery({ ...diagnosticsQuery(deviceId), refetchInterval: ASK_AGAIN_MS });
  const refresh = useCallback(
    () => void queryClient.invalidateQueries({ queryKey: diagnosticsQuery(deviceId).queryKey }),
    [queryClient, deviceId],
  );
  useHeard('alert', refresh);
  const facts = useHopFacts(deviceId, diagnostics);
  return (
    <div className={classes.body}>
      <Verdict facts={facts} />
      <StatusFacts deviceId={deviceId} facts={facts} state={state} />
    </div>
  );
}

/** Of a board that the broker still believes to be there nobody says that it is not connected. */
const textOf = (hop: Hop, { isBoardOnline }: HopFacts) => (hop === 'wifi' && isBoardOnline ? 'silence' : hop);

function Verdict({ facts }: { facts: HopFacts }) {
  const t = useTranslations('deviceStatus');
  const broken = brokenHops(facts);
  const icon = { size: 20, stroke: 1.8, 'aria-hidden': true } as const;
  if (broken.length > 0) {
    return broken.map((hop) => (
      <div key={hop} className={classes.verdict} data-tone="broken" role="alert">
        <IconAlertTriangle {...icon} />
        <p>
          <strong>{t(`hop.${textOf(hop, facts)}.title`)}</strong> {t(`hop.${textOf(hop, facts)}.step`)}
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
