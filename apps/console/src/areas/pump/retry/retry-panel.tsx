import { IconClockPlay } from '@tabler/icons-react';
import { useIsAway, usePlannedTry, useTryText } from '../../../device/planned-try.ts';
import { usePumpStart } from '../start/use-pump-start.tsx';
import classes from './retry.module.css';
import { RetryButtons } from './retry-buttons.tsx';

/** R5.11: a pump that starts again by itself, with both choices; nothing without a plan. Out of reach only the text. */
export function RetryPanel({ deviceId }: { deviceId: string }) {
  const planned = usePlannedTry(deviceId);
  const text = useTryText(deviceId);
  const isAway = useIsAway(deviceId);
  const { start, question } = usePumpStart(deviceId);
  // The question outlives the plan: the board may try while it is open.
  if (!planned || text === undefined) return question;
  return (
    <div className={classes.panel} role="status">
      <p className={classes.text}>
        <IconClockPlay size={20} stroke={1.8} aria-hidden />
        {text}
      </p>
      {!isAway && <RetryButtons deviceId={deviceId} onStart={start} />}
      {question}
    </div>
  );
}
