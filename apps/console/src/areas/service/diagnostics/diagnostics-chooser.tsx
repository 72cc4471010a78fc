import { IconActivityHeartbeat, IconEngine, IconListNumbers } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { DeviceLink } from '../../../device/links.tsx';
import { Dialog, dialogTextClass } from '../../../ui/dialog.tsx';
import classes from './diagnostics.module.css';

const VIEWS = { values: IconActivityHeartbeat, registers: IconListNumbers, inverter: IconEngine } as const;
type DiagnosticsView = keyof typeof VIEWS;
const views = Object.keys(VIEWS) as DiagnosticsView[];

interface Props {
  device: { id: string; name: string };
  onClose: () => void;
}

/** R4.10, R4.12 */
export function DiagnosticsChooser({ device, onClose }: Props) {
  const t = useTranslations();
  return (
    <Dialog
      title={t('deviceTools.diagnostics')}
      subject={device.name}
      closeLabel={t('common.close')}
      onClose={onClose}
    >
      <p className={dialogTextClass}>{t('diagnostics.lead')}</p>
      <ul className="list stack gap-4">
        {views.map((view) => {
          const Icon = VIEWS[view];
          return (
            <li key={view}>
              <DeviceLink deviceId={device.id} tool={view} resetScroll={false} className={classes.choice}>
                <Icon size={24} stroke={1.6} aria-hidden />
                <span>
                  <strong className="block bold">{t(`diagnostics.${view}`)}</strong>
                  <small>{t(`diagnostics.hint.${view}`)}</small>
                </span>
              </DeviceLink>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
