import type { DeviceConfig } from '@manoboard/contract/device/device-config';
import { expect, it } from 'vitest';
import { configChanges } from './changes.ts';

it.each<[string, DeviceConfig, DeviceConfig, ReturnType<typeof configChanges>]>([
  ['equal configurations have no difference', { tele_s: 5 }, { tele_s: 5 }, []],
  [
    'a nested field has a path',
    { pressure: { min: 2, max: 5 } },
    { pressure: { min: 2, max: 5.5 } },
    [{ field: 'pressure.max', old: 5, new: 5.5 }],
  ],
  [
    'an omitted field returns to its default',
    { tele_s: 5, AnalogInput2: { enabled: 1, alias: 'Studňa' } },
    { AnalogInput2: { enabled: 0 } },
    [
      { field: 'AnalogInput2.alias', old: 'Studňa', new: null },
      { field: 'AnalogInput2.enabled', old: 1, new: 0 },
      { field: 'tele_s', old: 5, new: null },
    ],
  ],
])('R5.7b %s', (_title, before, after, changes) => expect(configChanges(before, after)).toEqual(changes));
