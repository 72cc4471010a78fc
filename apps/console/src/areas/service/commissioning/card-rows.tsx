import type { PumpValues } from '@manoboard/contract/device/pump-card';
import { useFormatter, useTranslations } from 'use-intl';

export const CARD_ROWS = [
  ['pump_name', ''],
  ['motor_kw', 'kW'],
  ['motor_volts', 'V'],
  ['motor_a', 'A'],
  ['pump_head_m', 'm'],
  ['pump_flow_lpm', 'l/min'],
  ['tank_l', 'l'],
  ['tank_precharge_bar', 'bar'],
  ['no_flow_w', 'W'],
] as const satisfies [keyof PumpValues, string][];

/** The main values of the pump card; a missing one is a word, never a zero. */
export function CardRows({ card, hidden = [] }: { card: PumpValues; hidden?: readonly string[] }) {
  const t = useTranslations('commissioning');
  const { number } = useFormatter();
  return (
    <dl className="text-md [&>*+*]:border-t [&>*+*]:border-line">
      {CARD_ROWS.filter(([name]) => !hidden.includes(name)).map(([name, unit]) => {
        const value = card[name];
        return (
          <div className="flex items-baseline justify-between gap-2.5 py-2" key={name}>
            <dt className="text-dim">{t(`cardRow.${name}`)}</dt>
            <dd
              className="font-semibold text-right data-[missing=true]:text-dim data-[missing=true]:font-normal"
              data-missing={value === undefined}
            >
              {value === undefined && t('report.missing')}
              {typeof value === 'string' && value}
              {typeof value === 'number' && `${number(value)} ${unit}`}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
