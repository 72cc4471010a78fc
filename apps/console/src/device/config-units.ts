const UNITS: Readonly<Record<string, string>> = {
  'pressure.min': 'bar',
  'pressure.max': 'bar',
  'pressure.sensor_max': 'bar',
  tele_s: 's',
  tele_idle_s: 's',
  'input.minRefVoltage': 'V',
  'input.maxRefVoltage': 'V',
};

/** The unit of a field of the configuration; `input.…` is a field of each analog input. */
export const unitOfField = (field: string): string | undefined => UNITS[field];
