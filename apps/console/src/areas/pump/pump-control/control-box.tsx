import type { ReactNode } from 'react';
import { PastAge } from '../../../ui/past-age.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { Switch } from '../../../ui/switch.tsx';
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
  /** A row of a card, without a frame of its own. */
  isBare?: boolean;
}

/** A switch with its title and position; the element `${id}-hint` describes it. */
export function ControlBox({ id, title, device, labels, icon, control, waiting, isBare }: Props) {
  const { position, past, block, isSending, toggle } = control;
  return (
    <div
      className={`group/box flex items-center gap-2.5 ${isBare ? '' : 'px-3 py-2.5 border border-line rounded-lg bg-inset min-h-16 @max-[25rem]/pump:gap-2 @max-[25rem]/pump:px-2.5 @max-[25rem]/pump:py-2'}`}
      data-position={position}
    >
      <span
        className="flex-none size-9 border border-line rounded-md bg-card text-dim hidden place-items-center @max-[20.5rem]/pump:grid group-data-[position=on]/box:text-ink"
        aria-hidden="true"
      >
        {icon}
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-2 text-dim text-sm leading-tight">
          <span id={`${id}-title`}>
            {title}
            <span className="sr-only"> {device}</span>
          </span>
          {isSending && <Spinner size={12} />}
        </div>
        <div
          className="truncate text-lg font-semibold leading-normal data-[stale=true]:text-dim data-[stale=true]:font-regular data-[waiting=true]:text-sm data-[waiting=true]:leading-tight data-[waiting=true]:text-balance data-[waiting=true]:whitespace-normal @max-[25rem]/pump:[&:not([data-waiting='true'])]:text-md"
          data-stale={past !== undefined}
          data-waiting={waiting !== undefined}
        >
          {waiting ?? labels[position]}
          {past && (
            <span className="block text-xs leading-tight">
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
