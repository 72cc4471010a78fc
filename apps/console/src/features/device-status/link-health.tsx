import { useQuery } from '@tanstack/react-query';
import { stateQuery } from './api.ts';
import classes from './link-health.module.css';
import { LinkFacts } from './status-facts.tsx';
import { useHopFacts } from './use-hop-facts.ts';

/** The Wi-Fi settings rarely change. */
const FRESH_MS = 60_000;

/** R4.5: the Wi-Fi and converter facts of the status popover, visible without opening it. */
export function LinkHealth({ deviceId }: { deviceId: string }) {
  const { data: state } = useQuery({ ...stateQuery(deviceId), staleTime: FRESH_MS });
  const facts = useHopFacts(deviceId, false, state);
  return (
    <dl className={classes.facts}>
      <LinkFacts deviceId={deviceId} facts={facts} state={state} />
    </dl>
  );
}
