import { StatePill } from '../ui/state-pill.tsx';
import type { PumpLook } from './device-view.ts';
import { looks } from './pump-look.tsx';
import { usePumpWord } from './use-pump-word.ts';

/** R5.3: the pump's state in a list, as a word with its icon. */
export function PumpPill({ look }: { look: PumpLook }) {
  const { tone, icon } = looks[look];
  return (
    <StatePill tone={tone} icon={icon}>
      {usePumpWord()(look)}
    </StatePill>
  );
}
