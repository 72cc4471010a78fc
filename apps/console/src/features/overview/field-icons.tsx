import type { ReadingField } from '@manoboard/contract/reading';
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

const look = { size: 18, stroke: 1.8, 'aria-hidden': true } as const;
const coloured = (name: string) => ({ ...look, color: `var(--c-${name}, var(--dim))` });

/** The series colours are fixed: the same quantity has the same colour here and in the graphs. */
export const fieldIcons: Record<ReadingField, ReactNode> = {
  on_off_state_r: <IconPower {...look} />,
  modbus: <IconDeviceGamepad2 {...look} />,
  frequency_fc: <IconWaveSine {...coloured('freq')} />,
  pressure_control: <IconAdjustments {...look} />,
  required_pressure: <IconTarget {...coloured('pressure')} />,
  pressure: <IconGauge {...coloured('pressure')} />,
  motor_current: <IconActivity {...coloured('current')} />,
  motor_rpm: <IconRotateClockwise2 {...look} />,
  motor_power: <IconBolt {...coloured('load')} />,
  bus_voltage: <IconBatteryCharging {...look} />,
  temperature_fc: <IconTemperature {...coloured('temp')} />,
  temperature_mnb: <IconCpu {...coloured('temp')} />,
  analog_input_2: <IconPlug {...look} />,
  analog_input_3: <IconPlug {...look} />,
  electro_meter: <IconBolt {...coloured('current')} />,
  motor_operating_hours: <IconClockHour4 {...look} />,
  fault: <IconAlertTriangle {...look} />,
  rssi: <IconWifi {...look} />,
};
