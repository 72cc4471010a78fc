import type { ReactNode } from 'react';
import { PanelIcon } from '../../../lib/page/panel-rows.tsx';
import { Card } from '../../../ui/card.tsx';
import { StatePill } from '../../../ui/state-pill.tsx';
import type { Tone } from '../../../ui/tone.ts';

interface Props {
  id: string;
  icon: ReactNode;
  title: string;
  /** Where it leads: an address, names of browsers. */
  target: string;
  state: { tone: Tone; icon: ReactNode; text: string };
  /** The last result. */
  result: ReactNode;
  isFailed?: boolean;
  action?: ReactNode;
}

/** A channel in short: target, state, last result, and one action. */
export const ChannelCard = ({ id, icon, title, target, state, result, isFailed, action }: Props) => (
  <Card
    aria-labelledby={id}
    className="grid gap-y-4 gap-x-3 items-start grid-cols-[auto_minmax(0,1fr)_auto] grid-rows-[auto_1fr] [&_[data-failed]]:text-stop-ink"
  >
    <PanelIcon>{icon}</PanelIcon>
    <div>
      <h2 id={id} className="text-lg font-semibold tracking-tight">
        {title}
      </h2>
      <p className="text-dim text-md wrap-anywhere mt-0.5">{target}</p>
    </div>
    <StatePill tone={state.tone} icon={state.icon}>
      {state.text}
    </StatePill>
    <div className="flex items-center flex-wrap justify-between gap-y-2 gap-x-4 col-span-full self-end">
      <p className="text-dim text-sm flex-[1_1_9rem]" data-failed={isFailed || undefined}>
        {result}
      </p>
      {action}
    </div>
  </Card>
);
