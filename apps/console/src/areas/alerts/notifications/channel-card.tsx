import type { ReactNode } from 'react';
import { Card } from '../../../ui/card.tsx';
import list from '../../../ui/panel-list.module.css';
import { StatePill } from '../../../ui/state-pill.tsx';
import type { Tone } from '../../../ui/tone.ts';
import classes from './notifications.module.css';

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
  <Card aria-labelledby={id} className={classes.channel}>
    <span className={list.icon} aria-hidden>
      {icon}
    </span>
    <div className={classes.words}>
      <h2 id={id} className="card-title">
        {title}
      </h2>
      <p>{target}</p>
    </div>
    <StatePill tone={state.tone} icon={state.icon}>
      {state.text}
    </StatePill>
    <div className={classes.foot}>
      <p data-failed={isFailed || undefined}>{result}</p>
      {action}
    </div>
  </Card>
);
