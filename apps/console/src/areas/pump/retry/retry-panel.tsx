import { IconClockPlay } from '@tabler/icons-react';
import { useIsAway, usePlannedTry, useTryText } from '../../../device/planned-try.ts';
import { usePumpStart } from '../start/use-pump-start.tsx';
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
    <div className="relative grid gap-2.5 mb-4" role="status">
      <p className="flex items-center gap-2 text-md font-medium text-pretty">
        <IconClockPlay className="flex-none text-wait-ink" size={20} stroke={1.8} aria-hidden />
        {text}
      </p>
      {!isAway && <RetryButtons deviceId={deviceId} onStart={start} />}
      {question}
    </div>
  );
}
