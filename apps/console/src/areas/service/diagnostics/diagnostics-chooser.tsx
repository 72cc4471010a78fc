import { IconActivityHeartbeat, IconEngine, IconListNumbers } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { DeviceLink } from '../../../device/links.tsx';
import { Dialog, DialogText } from '../../../ui/dialog.tsx';

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
      <DialogText>{t('diagnostics.lead')}</DialogText>
      <ul className="grid gap-2.5">
        {views.map((view) => {
          const Icon = VIEWS[view];
          return (
            <li key={view}>
              <DeviceLink
                deviceId={device.id}
                tool={view}
                resetScroll={false}
                className="flex items-center gap-4 px-4 py-3 border border-line rounded-lg bg-inset text-ink [&_svg]:flex-none [&_svg]:text-link hover:border-line-strong"
              >
                <Icon size={24} stroke={1.6} aria-hidden />
                <span>
                  <strong className="block font-semibold">{t(`diagnostics.${view}`)}</strong>
                  <small className="text-dim text-sm">{t(`diagnostics.hint.${view}`)}</small>
                </span>
              </DeviceLink>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
