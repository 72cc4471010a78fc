import { Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import { PastAge } from '../../../ui/past-age.tsx';
import { Switch } from '../../../ui/switch.tsx';
import classes from './pump-controls.module.css';
import type { ControlSwitch } from './use-pump-switch.ts';

export type ControlLabels = Record<ControlSwitch['position'], string>;

interface Props {
  id: string;
  title: string;
  /** R4.15: the device name, part of the accessible name. */
  device: string;
  labels: ControlLabels;
  icon: ReactNode;
  control: ControlSwitch;
  /** R5.11: the position of a pump that the board will start by itself. */
  waiting?: string | undefined;
}

/** A switch with its title and position; the element `${id}-hint` describes it. */
export function ControlBox({ id, title, device, labels, icon, control, waiting }: Props) {
  const { position, past, block, isSending, toggle } = control;
  return (
    <div className={classes.box} data-position={position}>
      <span className={classes.icon} aria-hidden="true">
        {icon}
      </span>
      <div className="grow shrink">
        <div className={classes.title}>
          <span id={`${id}-title`}>
            {title}
            <span className="vh"> {device}</span>
          </span>
          {isSending && <Loader size={12} color="var(--dim)" aria-hidden="true" />}
        </div>
        <div
          className={classes.position}
          data-stale={past !== undefined}
          data-waiting={waiting !== undefined}
        >
          {waiting ?? labels[position]}
          {past && (
            <span className={classes.age}>
              <PastAge {...past} />
            </span>
          )}
        </div>
      </div>
      <Switch
        position={waiting === undefined ? position : 'waiting'}
        isStale={past !== undefined}
        isDisabled={block !== undefined || isSending}
        onChange={toggle}
        labelledBy={`${id}-title`}
        describedBy={`${id}-hint`}
      />
    </div>
  );
}
