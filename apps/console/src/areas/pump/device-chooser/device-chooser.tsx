import { IconSelector } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { usePopover } from '../../../ui/use-popover.ts';
import type { ChooserProps } from './chooser-panel.tsx';
import { ChooserPanel } from './chooser-panel.tsx';

interface Props extends ChooserProps {
  name: string;
  /** Wraps the name; the popover stays outside of the heading. */
  heading: (name: ReactNode) => ReactNode;
}

/** R4.15: the device name as a button that opens the device chooser. */
export function DeviceChooser({ name, heading, onChoose, ...chooser }: Props) {
  const t = useTranslations();
  const { isOpen, close, box, opener, panelId } = usePopover();
  return (
    <div ref={box} className="relative inline-block max-w-full max-sm:static">
      {heading(
        <button
          {...opener}
          className="inline-flex items-center gap-1 wrap-anywhere rounded-md cursor-pointer px-2 py-1 max-w-[calc(100%_+_1rem)] -mx-2 -my-1 tracking-[inherit] text-left pointer-coarse:min-h-11 hover:bg-line aria-expanded:bg-line"
          title={t('chooser.open')}
          aria-haspopup="listbox"
        >
          <span className="max-sm:line-clamp-2">{name}</span>
          <IconSelector className="flex-none text-dim" size={18} stroke={2} aria-hidden="true" />
        </button>,
      )}
      {isOpen && (
        <div
          id={panelId}
          className="text-lg absolute rounded-lg bg-card border border-line-strong font-normal leading-normal top-[calc(100%_+_0.5rem)] -left-2 z-2 w-116 max-w-[calc(100vw_-_2rem)] shadow-popover tracking-normal max-sm:-right-2 max-sm:w-auto max-sm:max-w-none"
        >
          <ChooserPanel
            {...chooser}
            hasFocus
            onChoose={(deviceId) => {
              close();
              onChoose(deviceId);
            }}
          />
        </div>
      )}
    </div>
  );
}
