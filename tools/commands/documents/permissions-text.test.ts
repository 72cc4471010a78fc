import { DeviceAction } from '@manoboard/contract/device/device-access';
import { api } from '@manoboard/contract/http/api';
import { expect, it } from 'vitest';
import { permissionsText } from './permissions-text.ts';

const text = permissionsText(Object.values(api));
const cellsOf = (start: string) =>
  text
    .split('\n')
    .find((line) => line.startsWith(`| \`${start}\``))
    ?.split(' | ')
    .slice(2, 11);

it('has a row for every action and every call', () => {
  for (const action of DeviceAction.options) expect(text).toContain(`| \`${action}\` |`);
  for (const { method, path } of Object.values(api)) expect(text).toContain(`| \`${method} ${path}\` |`);
});

it('R7.2, R4.2, R4.3, R4.18: the rows match the policy', () => {
  expect(cellsOf('see')).toEqual(['yes', 'yes', 'yes', 'yes', '–', '–', 'yes', 'yes', 'yes']);
  expect(cellsOf('rename')).toEqual(['yes', 'yes', '–', '–', '–', '–', '–', '–', '–']);
  expect(cellsOf('transfer')).toEqual(['yes', '–', '–', '–', '–', '–', '–', '–', '–']);
});
