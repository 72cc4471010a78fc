import type { PumpValues } from '@manoboard/contract/device/pump-card';
import { useFormatter, useTranslations } from 'use-intl';
import classes from './wizard.module.css';

const ROWS = [
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
export function CardRows({ card }: { card: PumpValues }) {
  const t = useTranslations('commissioning');
  const { number } = useFormatter();
  return (
    <dl className={classes.rows}>
      {ROWS.map(([name, unit]) => {
        const value = card[name];
        return (
          <div className="line-row between gap-4 pad-3-0" key={name}>
            <dt>{t(`cardRow.${name}`)}</dt>
            <dd className="flush bold right-text" data-missing={value === undefined}>
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
