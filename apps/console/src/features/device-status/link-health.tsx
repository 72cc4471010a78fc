import { useQuery } from '@tanstack/react-query';
import { stateQuery } from './api.ts';
import classes from './link-health.module.css';
import { LinkFacts } from './status-facts.tsx';
import { useHopFacts } from './use-hop-facts.ts';

/** Whether the Wi-Fi is secured changes with a visit of the installer. */
const FRESH_MS = 60_000;

/** R4.5: the same facts as in the status popover, where they are seen without opening it. */
export function LinkHealth({ deviceId }: { deviceId: string }) {
  const { data: state } = useQuery({ ...stateQuery(deviceId), staleTime: FRESH_MS });
  const facts = useHopFacts(deviceId, false, state);
  return (
    <dl className={classes.facts}>
      <LinkFacts deviceId={deviceId} facts={facts} state={state} />
    </dl>
  );
}
