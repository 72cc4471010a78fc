import type { ReadingField } from '@manoboard/contract/mqtt/reading';
import {
  IconActivity,
  IconAdjustments,
  IconAlertTriangle,
  IconBatteryCharging,
  IconBolt,
  IconClockHour4,
  IconCpu,
  IconDeviceGamepad2,
  IconGauge,
  IconPlug,
  IconPower,
  IconRotateClockwise2,
  IconTarget,
  IconTemperature,
  IconWaveSine,
  IconWifi,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';

const iconProps = { size: 18, stroke: 1.8, 'aria-hidden': true } as const;

/** The series colours are fixed: the same quantity has the same colour here and in the graphs. */
const COLOURS: Partial<Record<ReadingField, string>> = {
  frequency_fc: 'freq',
  required_pressure: 'pressure',
  pressure: 'pressure',
  motor_current: 'current',
  motor_power: 'load',
  temperature_fc: 'temp',
  temperature_mnb: 'temp',
  electro_meter: 'current',
};
export const fieldColour = (field: ReadingField) =>
  COLOURS[field] ? `var(--c-${COLOURS[field]})` : 'var(--dim)';
const coloured = (field: ReadingField) => ({ ...iconProps, color: fieldColour(field) });

export const fieldIcons: Record<ReadingField, ReactNode> = {
  on_off_state_r: <IconPower {...iconProps} />,
  modbus: <IconDeviceGamepad2 {...iconProps} />,
  frequency_fc: <IconWaveSine {...coloured('frequency_fc')} />,
  pressure_control: <IconAdjustments {...iconProps} />,
  required_pressure: <IconTarget {...coloured('required_pressure')} />,
  pressure: <IconGauge {...coloured('pressure')} />,
  motor_current: <IconActivity {...coloured('motor_current')} />,
  motor_rpm: <IconRotateClockwise2 {...iconProps} />,
  motor_power: <IconBolt {...coloured('motor_power')} />,
  bus_voltage: <IconBatteryCharging {...iconProps} />,
  temperature_fc: <IconTemperature {...coloured('temperature_fc')} />,
  temperature_mnb: <IconCpu {...coloured('temperature_mnb')} />,
  analog_input_2: <IconPlug {...iconProps} />,
  analog_input_3: <IconPlug {...iconProps} />,
  electro_meter: <IconBolt {...coloured('electro_meter')} />,
  motor_operating_hours: <IconClockHour4 {...iconProps} />,
  fault: <IconAlertTriangle {...iconProps} />,
  rssi: <IconWifi {...iconProps} />,
};
