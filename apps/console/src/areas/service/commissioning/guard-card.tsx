import { protectionLimits } from '@manoboard/domain/protection/rules';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { configQuery } from '../../../device/queries.ts';
import { Card } from '../../../ui/card.tsx';

/** The board stops the pump this far above the highest permitted pressure. */
const ABOVE_BAR = 0.5;
const icon = { size: 18, stroke: 2, 'aria-hidden': true } as const;

/** Only what the board does by itself; without its applied configuration the pressure limit is unknown. */
export function GuardCard({ deviceId }: { deviceId: string }) {
  const t = useTranslations('commissioning.guard');
  const { number } = useFormatter();
  const headingId = useId();
  const { data } = useQuery(configQuery(deviceId));
  const limitBar = data?.applied && protectionLimits(data.applied.config.pressure).maxBar + ABOVE_BAR;
  return (
    <Card className="[&_svg]:flex-none [&_svg]:text-run-ink" aria-labelledby={headingId}>
      <h3 className="font-bold text-md mb-2.5" id={headingId}>
        {t('title')}
      </h3>
      <ul className="mb-2.5 [&>*+*]:border-t [&>*+*]:border-line">
        {limitBar && (
          <li className="flex items-center gap-2.5 py-2 text-md">
            <IconCircleCheck {...icon} />
            {t('overPressure', { bar: number(limitBar, { maximumFractionDigits: 1 }) })}
          </li>
        )}
        {(['dryRun', 'sensorBreak'] as const).map((name) => (
          <li className="flex items-center gap-2.5 py-2 text-md" key={name}>
            <IconCircleCheck {...icon} />
            {t(name)}
          </li>
        ))}
      </ul>
      <p className="text-sm text-dim">{t('note')}</p>
    </Card>
  );
}
