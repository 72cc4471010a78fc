import { IconSelector } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import { lazyComponent } from '../../../lib/page/lazy-component.tsx';
import { areaTexts } from '../../../lib/texts/area-texts.tsx';
import { usePopover } from '../../../ui/use-popover.ts';
import classes from './chooser-opener.module.css';
import type { ChooserProps } from './chooser-panel.tsx';

const ChooserTexts = areaTexts('overlays');

const ChooserPanel = lazyComponent(async () => (await import('./chooser-panel.tsx')).ChooserPanel);

interface Props extends ChooserProps {
  name: string;
  /** Wraps the name; the popover stays outside of the heading. */
  heading: (name: ReactNode) => ReactNode;
}

/** R4.15: the device name as a button that opens the device chooser. */
export function DeviceChooser({ name, heading, onChoose, ...chooser }: Props) {
  const t = useTranslations();
  const { isOpen, setIsOpen, close, box, button } = usePopover();
  const panelId = useId();
  const waiting = <p role="status">{t('app.loading')}</p>;
  return (
    <div ref={box} className={classes.box}>
      {heading(
        <button
          ref={button}
          type="button"
          className={classes.opener}
          title={t('chooser.open')}
          aria-haspopup="listbox"
          aria-expanded={isOpen}
          aria-controls={isOpen ? panelId : undefined}
          onClick={() => setIsOpen(!isOpen)}
          onPointerEnter={ChooserPanel.preload}
          onFocus={ChooserPanel.preload}
        >
          <span className={classes.title}>{name}</span>
          <IconSelector size={18} stroke={2} aria-hidden="true" />
        </button>,
      )}
      {isOpen && (
        <div id={panelId} className={classes.popover}>
          <ChooserTexts waiting={waiting}>
            <ChooserPanel
              {...chooser}
              hasFocus
              onChoose={(deviceId) => {
                close();
                onChoose(deviceId);
              }}
              waiting={waiting}
            />
          </ChooserTexts>
        </div>
      )}
    </div>
  );
}
