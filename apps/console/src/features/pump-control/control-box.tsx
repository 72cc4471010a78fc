import { Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import { PastAge } from '../../ui/past-age.tsx';
import { Switch } from '../../ui/switch.tsx';
import classes from './pump-controls.module.css';
import type { ControlSwitch } from './use-pump-switch.ts';

interface Props {
  id: string;
  title: string;
  /** R4.15: the name of the device, read out with the title. */
  device: string;
  /** What each position is called. */
  labels: Record<ControlSwitch['position'], string>;
  icon: ReactNode;
  control: ControlSwitch;
}

/** A switch with its name and its position in a word; its line stands under `${id}-hint`. */
export function ControlBox({ id, title, device, labels, icon, control }: Props) {
  const { position, past, block, isSending, toggle } = control;
  return (
    <div className={classes.box} data-position={position}>
      <span className={classes.icon} aria-hidden="true">
        {icon}
      </span>
      <div className={classes.words}>
        <div className={classes.title}>
          <span id={`${id}-title`}>
            {title}
            <span className="vh"> {device}</span>
          </span>
          {isSending && <Loader size={12} color="var(--dim)" aria-hidden="true" />}
        </div>
        <div className={classes.position} data-stale={past !== undefined}>
          {labels[position]}
          {past && (
            <span className={classes.age}>
              <PastAge {...past} />
            </span>
          )}
        </div>
      </div>
      <Switch
        position={position}
        isStale={past !== undefined}
        isDisabled={block !== undefined || isSending}
        onChange={toggle}
        labelledBy={`${id}-title`}
        describedBy={`${id}-hint`}
      />
    </div>
  );
}
